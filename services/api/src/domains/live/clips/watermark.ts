import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** The site's font as a TrueType file, because Pango cannot read WOFF2. */
const FONT_PATH = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/anuphan/700Bold/Anuphan_700Bold.ttf'),
);
/** In pixels of a video 720 pixels high. */
const HEIGHT = 48;
const MARK = 28;
const PADDING = 12;
const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="${MARK}" height="${MARK}"><path d="M4 4h20l-8 32H4z" fill="#e5323e"/><path d="M27 4h9v32H19z" fill="#3b76ff"/><path d="M25.6 2 16.4 38" stroke="#f4b63a" stroke-width="2.5"/></svg>`;

/** Draws the site's logo and name on a dark plate, as a transparent PNG. */
export async function drawWatermark(): Promise<Buffer> {
  const name = await sharp({
    text: {
      text: '<span foreground="white">Sangwian</span>',
      font: 'Anuphan bold 24',
      fontfile: FONT_PATH,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const width = PADDING + MARK + PADDING / 2 + name.info.width + PADDING;
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"><rect width="${width}" height="${HEIGHT}" rx="10" fill="#0b0d12" fill-opacity=".5"/></svg>`;
  return sharp(Buffer.from(plate))
    .composite([
      { input: Buffer.from(MARK_SVG), left: PADDING, top: (HEIGHT - MARK) / 2 },
      {
        input: name.data,
        left: PADDING + MARK + PADDING / 2,
        top: Math.round((HEIGHT - name.info.height) / 2),
      },
    ])
    .png()
    .toBuffer();
}

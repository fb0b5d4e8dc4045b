import { fileURLToPath } from 'node:url';
import type { CardText, ShareCard } from '@sangwian/contract/page-render';
import sharp from 'sharp';

/** The site's typeface in the two weights of a share image, as TrueType files, because Pango cannot read WOFF2. */
const FONT_PATHS = ['500Medium/Anuphan_500Medium.ttf', '700Bold/Anuphan_700Bold.ttf'].map((file) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/anuphan/${file}`)),
);
/** The font families as named in the files. */
const FAMILIES = { bold: 'Anuphan', medium: 'Anuphan Medium' } as const;
const WIDTH = 1_200;
const HEIGHT = 630;
/** Minimum font size. Smaller text would be unreadable in a chat, so a longer text is truncated instead. */
const SIZE_PX_MIN = 22;
const CHARACTERS_MAX = 120;
const DRAW_SECONDS_MAX = 10;
/** JPEG quality of a photo that is embedded in the drawing. */
const PHOTO_QUALITY = 90;

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Replaces characters that no font contains or that markup may not contain. */
const cleanText = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\p{Co}]/gu, ' ').trim();

/** Splits a text into graphemes, so that truncation never separates a mark from its consonant. */
const graphemesOf = (text: string): string[] =>
  Array.from(
    new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(text),
    (part) => part.segment,
  );

/** Measures the width of a text in pixels. */
async function measure(text: string, { weight, sizePx }: CardText): Promise<number> {
  if (text === '') return 0;
  const { info } = await sharp({
    text: { text: escapeText(text), font: `${FAMILIES[weight]} ${weight} ${sizePx}`, dpi: 72 },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.width;
}

interface FittedText extends CardText {
  readonly widthPx: number;
}

/** Fits a text into its width: reduces the font size first, and then truncates the text. */
async function fit(requested: CardText): Promise<FittedText> {
  const letters = graphemesOf(cleanText(requested.text)).slice(0, CHARACTERS_MAX);
  const text = letters.join('');
  const widthPx = await measure(text, requested);
  if (widthPx <= requested.widthPxMax) return { ...requested, text, widthPx };
  const share = requested.widthPxMax / widthPx;
  const sizePx = Math.max(SIZE_PX_MIN, Math.floor(requested.sizePx * share));
  const room = (requested.widthPxMax * requested.sizePx) / (widthPx * sizePx);
  if (room >= 0.99) return { ...requested, text, sizePx, widthPx: requested.widthPxMax };
  const cut = letters.slice(0, Math.max(1, Math.floor(letters.length * room) - 1)).join('');
  return { ...requested, text: `${cut}…`, sizePx, widthPx: requested.widthPxMax };
}

function drawText({
  text,
  x,
  y,
  anchor,
  sizePx,
  weight,
  fill,
  plate,
  widthPx,
}: FittedText): string {
  if (text === '') return '';
  const bold = weight === 'bold' ? ' font-weight="700"' : '';
  const letters = `<text x="${x}" y="${y}" font-family="${FAMILIES[weight]}"${bold} font-size="${sizePx}" text-anchor="${anchor}" fill="${fill}">${escapeText(text)}</text>`;
  if (plate === undefined) return letters;
  const padding = sizePx * 0.7;
  const left = anchor === 'end' ? x - widthPx : anchor === 'middle' ? x - widthPx / 2 : x;
  const height = sizePx * 1.9;
  return `<rect x="${left - padding}" y="${y - sizePx * 1.3}" width="${widthPx + 2 * padding}" height="${height}" rx="${height / 2}" fill="${plate}" fill-opacity=".92"/>${letters}`;
}

/**
 * Registers the fonts. Once a font has been used by its file, Pango finds the font by its family until the process
 * ends.
 */
export async function loadFonts(): Promise<void> {
  for (const fontfile of FONT_PATHS) {
    await sharp({ text: { text: 'ก', font: FAMILIES.bold, fontfile } })
      .raw()
      .toBuffer();
  }
}

/** Returns the bytes of the uploaded photo at a path, or `null` if the photo was removed. */
export type ReadPhoto = (path: string) => Promise<Uint8Array | null>;

/**
 * Embeds the photos in the drawing, since the renderer of the drawing cannot load files. A photo that was removed is
 * left out.
 */
async function embedPhotos({ ground, photos }: ShareCard, read: ReadPhoto): Promise<string> {
  let drawing = ground;
  for (const path of photos) {
    const bytes = await read(path);
    const jpeg = bytes && (await sharp(bytes).jpeg({ quality: PHOTO_QUALITY }).toBuffer());
    const data = jpeg === null ? '' : `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    drawing = drawing.replaceAll(`href="${path}"`, `href="${data}"`);
  }
  return drawing;
}

/** Renders a share image as PNG. */
export async function renderShareCard(card: ShareCard, read: ReadPhoto): Promise<Buffer> {
  const { texts } = card;
  const ground = await embedPhotos(card, read);
  const fitted: FittedText[] = [];
  for (const text of texts) fitted.push(await fit(text));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${ground}${fitted.map(drawText).join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .timeout({ seconds: DRAW_SECONDS_MAX })
    .removeAlpha()
    .png({ palette: true, colours: 256, dither: 0.6, effort: 4 })
    .toBuffer();
}

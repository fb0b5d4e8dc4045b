import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { loadFonts, renderShareCard } from './render-share-card.ts';

beforeAll(loadFonts);

const LINE = {
  x: 100,
  y: 300,
  anchor: 'start',
  sizePx: 100,
  widthPxMax: 800,
  weight: 'bold',
  fill: '#ffffff',
} as const;

const noPhoto = async () => null;

/** Renders one white text on a black share image and returns the bounding box of the text. */
async function boundingBoxOf(text: string, more: object = {}) {
  const png = await renderShareCard(
    {
      ground: '<rect width="1200" height="630" fill="#000"/>',
      photos: [],
      texts: [{ ...LINE, ...more, text }],
    },
    noPhoto,
  );
  const { info } = await sharp(png).trim({ threshold: 40 }).toBuffer({ resolveWithObject: true });
  const left = -(info.trimOffsetLeft ?? 0);
  const top = -(info.trimOffsetTop ?? 0);
  return { left, top, right: left + info.width, bottom: top + info.height, width: info.width };
}

test('places Thai marks above and below their consonants', async () => {
  const bare = await boundingBoxOf('ท');
  const marked = await boundingBoxOf('ที่');
  // The tail of a vowel may overhang by a pixel or two. Next to the consonant, the vowel would add half its width.
  expect(Math.abs(marked.width - bare.width)).toBeLessThan(bare.width / 5);
  expect(marked.top).toBeLessThan(bare.top - 20);
  // SARA AM with a tone mark: the ring is drawn below the tone mark and above the consonant.
  const [plain, toned] = [await boundingBoxOf('นำ'), await boundingBoxOf('น้ำ')];
  expect(Math.abs(toned.width - plain.width)).toBeLessThan(4);
  expect(toned.top).toBeLessThan(plain.top - 10);
});

test('shrinks a text that is too wide, and then truncates it', async () => {
  const name = await boundingBoxOf('เพชรน้ำหนึ่งศิษย์พ่อขาวลูกทุ่งใหญ่', { widthPxMax: 500 });
  expect(name.left).toBeGreaterThan(90);
  expect(name.right).toBeLessThan(100 + 510);
  const line = await boundingBoxOf('ศึกมวยไทย '.repeat(40), {
    widthPxMax: 500,
    anchor: 'end',
    x: 1_100,
  });
  expect(line.left).toBeGreaterThan(585);
  expect(line.right).toBeLessThan(1_110);
});

test('escapes markup characters in names', async () => {
  const png = await renderShareCard(
    {
      ground: '',
      photos: [],
      texts: [{ ...LINE, text: '<b>&"\'</svg>\u0000\u0007', plate: '#c81e2b' }],
    },
    noPhoto,
  );
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
});

test('draws an uploaded photo, and only the background if the photo was removed', async () => {
  const photo = await sharp({
    create: { width: 40, height: 40, channels: 3, background: '#00ff00' },
  })
    .webp()
    .toBuffer();
  const card = {
    ground: `<rect width="1200" height="630" fill="#000"/><image href="/uploads/a/576.webp" width="630" height="630"/>`,
    photos: ['/uploads/a/576.webp'],
    texts: [],
  };
  const colourAt = async (png: Buffer) => [
    ...(await sharp(png)
      .extract({ left: 300, top: 300, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()),
  ];
  const [red = 0, green = 0, blue = 0] = await colourAt(
    await renderShareCard(card, async (path) => (path === '/uploads/a/576.webp' ? photo : null)),
  );
  expect(green).toBeGreaterThan(200);
  expect(red + blue).toBeLessThan(60);
  expect(await colourAt(await renderShareCard(card, noPhoto))).toEqual([0, 0, 0]);
});

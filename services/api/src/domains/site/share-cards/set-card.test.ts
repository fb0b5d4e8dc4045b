import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { FONT_PATHS } from './card-fonts.ts';
import { learnFonts, setCard } from './set-card.ts';

beforeAll(() => learnFonts(FONT_PATHS));

const LINE = {
  x: 100,
  y: 300,
  anchor: 'start',
  sizePx: 100,
  widthPxMax: 800,
  weight: 'bold',
  fill: '#ffffff',
} as const;

/** Where ink is on a black card with one white line: its box. */
async function inkOf(text: string, more: object = {}) {
  const png = await setCard({
    ground: '<rect width="1200" height="630" fill="#000"/>',
    texts: [{ ...LINE, ...more, text }],
  });
  const { info } = await sharp(png).trim({ threshold: 40 }).toBuffer({ resolveWithObject: true });
  const left = -(info.trimOffsetLeft ?? 0);
  const top = -(info.trimOffsetTop ?? 0);
  return { left, top, right: left + info.width, bottom: top + info.height, width: info.width };
}

test('marks of Thai stand above and below their consonants, not beside them', async () => {
  const bare = await inkOf('ท');
  const marked = await inkOf('ที่');
  // The tail of a vowel may hang over by a pixel or two; beside the consonant it would take half as much again.
  expect(Math.abs(marked.width - bare.width)).toBeLessThan(bare.width / 5);
  expect(marked.top).toBeLessThan(bare.top - 20);
  // SARA AM with a tone: the ring goes below the tone, over the consonant.
  const [plain, toned] = [await inkOf('นำ'), await inkOf('น้ำ')];
  expect(Math.abs(toned.width - plain.width)).toBeLessThan(4);
  expect(toned.top).toBeLessThan(plain.top - 10);
});

test('what is too long is set smaller, then shorter, and stays in its place', async () => {
  const name = await inkOf('เพชรน้ำหนึ่งศิษย์พ่อขาวลูกทุ่งใหญ่', { widthPxMax: 500 });
  expect(name.left).toBeGreaterThan(90);
  expect(name.right).toBeLessThan(100 + 510);
  const line = await inkOf('ศึกมวยไทย '.repeat(40), { widthPxMax: 500, anchor: 'end', x: 1_100 });
  expect(line.left).toBeGreaterThan(585);
  expect(line.right).toBeLessThan(1_110);
});

test('a name is text, whatever it holds', async () => {
  const png = await setCard({
    ground: '',
    texts: [{ ...LINE, text: '<b>&"\'</svg>\u0000\u0007', plate: '#c81e2b' }],
  });
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePhoto } from './decode-photo.ts';
import { pngThatClaims } from './testing/claim-size.ts';

const draw = (width: number, height: number, background = '#c81e2b') =>
  sharp({ create: { width, height, channels: 3, background } });

const codeOf = (bytes: Uint8Array, owner: 'fighter' | 'program' = 'fighter') =>
  decodePhoto(owner, bytes).then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

test.each(['jpeg', 'png', 'webp'] as const)('accepts a %s', async (format) => {
  const bytes = await draw(400, 300).toFormat(format).toBuffer();
  expect(await decodePhoto('fighter', bytes)).toMatchObject({ width: 400, height: 300 });
});

test('rotates an image upright by its metadata, and removes the metadata from the copy', async () => {
  const bytes = await draw(600, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height, preview } = await decodePhoto('fighter', bytes);
  expect({ width, height }).toEqual({ width: 400, height: 600 });
  const copy = await sharp(preview).metadata();
  expect(copy).toMatchObject({ format: 'webp', width: 400, height: 600 });
  expect([copy.exif, copy.icc, copy.orientation]).toEqual([undefined, undefined, undefined]);
});

test('refuses an image of too many pixels by its header', async () => {
  expect(await codeOf(await pngThatClaims(12_000, 12_000))).toBe('picture_too_large');
  expect(await codeOf(await pngThatClaims(8_001, 400))).toBe('picture_too_large');
  expect(await codeOf(await pngThatClaims(6_000, 5_400))).toBe('picture_too_large');
  // The header claims an allowed size, but the pixel data is missing.
  expect(await codeOf(await pngThatClaims(1_000, 1_000))).toBe('picture_invalid');
});

test('refuses an image that is too small for its kind of photo', async () => {
  const bytes = await draw(1_000, 700).png().toBuffer();
  expect(await codeOf(bytes, 'fighter')).toBe('accepted');
  expect(await codeOf(bytes, 'program')).toBe('picture_too_small');
});

test('refuses animations, truncated files and files of other types', async () => {
  const frames = await Promise.all([
    draw(300, 300).png().toBuffer(),
    draw(300, 300, '#1a46b4').png().toBuffer(),
  ]);
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await codeOf(moving)).toBe('picture_animated');
  const noise = sharp({
    create: {
      width: 500,
      height: 500,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  } as never);
  const jpeg = await noise.jpeg().toBuffer();
  expect(await codeOf(jpeg.subarray(0, jpeg.length / 2))).toBe('picture_invalid');
  expect(await codeOf(await draw(300, 300).gif().toBuffer())).toBe('picture_invalid');
  expect(
    await codeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>')),
  ).toBe('picture_invalid');
  expect(await codeOf(Buffer.alloc(0))).toBe('picture_invalid');
});

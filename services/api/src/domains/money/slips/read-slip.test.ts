import { crc32, deflateSync } from 'node:zlib';
import { createLogger } from '@sangwian/node-kit/logger';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, test, vi } from 'vitest';
import { readSlip } from './read-slip.ts';
import { drawSlip, slipText } from './testing/draw-slip.ts';

// Decoding images is slow while other tests run.
vi.setConfig({ testTimeout: 20_000 });

const QR = { bankCode: '014', reference: '2026112119305512345' };
const GREY = { background: '#3a3f4a' };

let slip: Buffer;
beforeAll(async () => {
  slip = await drawSlip(slipText(QR.reference));
});

const open = () => sharp(slip);
const read = (bytes: Uint8Array) => readSlip(bytes, createLogger('test', 'silent'));

describe('reads the small QR code from', () => {
  it.each<readonly [string, () => Promise<Buffer>]>([
    ['a screenshot', () => open().png().toBuffer()],
    ['a WebP', () => open().webp({ quality: 60 }).toBuffer()],
    ['a JPEG of low quality', () => open().jpeg({ quality: 12 }).toBuffer()],
    ['a thumbnail', () => open().resize(210).jpeg().toBuffer()],
    ['a large photograph', () => open().resize(2_400).jpeg({ quality: 50 }).toBuffer()],
    ['a blurred picture', () => open().blur(2.2).jpeg().toBuffer()],
    ['a picture rotated by 90 degrees', () => open().rotate(90).jpeg().toBuffer()],
    ['a picture upside down', () => open().rotate(180).jpeg().toBuffer()],
    [
      'a picture rotated by 23 degrees',
      () => open().rotate(23, GREY).jpeg({ quality: 60 }).toBuffer(),
    ],
    [
      'a picture rotated only by its metadata',
      () => open().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['a dark picture', () => open().linear(0.35, 8).jpeg().toBuffer()],
    [
      'a slip that is small in a photograph',
      () =>
        open()
          .resize(620)
          .extend({ top: 1_200, bottom: 900, left: 900, right: 700, ...GREY })
          .jpeg({ quality: 70 })
          .toBuffer(),
    ],
  ])('%s', async (_, make) => {
    expect((await read(await make())).qr).toEqual(QR);
  });

  it('reads a slip that also shows the code of an advertisement', async () => {
    const both = await drawSlip('https://example.com/deals', slipText(QR.reference));
    expect((await read(both)).qr).toEqual(QR);
  });
});

test('accepts a slip without a code', async () => {
  for (const picture of [await drawSlip(), await drawSlip('https://example.com/deals')]) {
    const kept = await read(picture);
    expect(kept.qr).toBeNull();
    expect(await sharp(kept.picture).metadata()).toMatchObject({ format: 'webp', width: 720 });
  }
});

test('re-encodes the image without metadata and with a limited size', async () => {
  const photograph = await open()
    .resize(1_500)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 45/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeDefined();
  const { exif, height, width } = await sharp((await read(photograph)).picture).metadata();
  expect([exif, height, width]).toEqual([undefined, 2_000, 1_200]);
});

/** Makes a black PNG with very many pixels in a few kilobytes. */
function makeBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('refuses an invalid image and a decompression bomb', async () => {
  const bomb = makeBomb(20_000);
  expect(bomb.length).toBeLessThan(100_000);
  for (const bytes of [
    Buffer.from('a slip, believe me'),
    Buffer.alloc(0),
    slip.subarray(0, 2_000),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    bomb,
  ]) {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'picture_invalid' });
  }
});

import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Returns a small PNG whose header claims another size than its pixel data has. */
export async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const small = { width: 4, height: 4, channels: 3, background: '#c81e2b' } as const;
  const png = await sharp({ create: small }).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

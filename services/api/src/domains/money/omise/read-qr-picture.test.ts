import { buildPromptPayPayload } from '@sangwian/money/promptpay';
import { encodeQR } from 'qr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readQrPicture } from './read-qr-picture.ts';

const SATANG = 123_456;
const PAYLOAD = buildPromptPayPayload({
  target: { kind: 'biller', id: '010753600031508' },
  satang: SATANG,
  reference: 'SW7K2M9QXH',
});

/** Draws a QR poster as banks do: a header, a frame, the code with a logo in the middle, and a line of text below. */
function drawPoster(payload: string): string {
  const rows = encodeQR(payload, 'raw', { ecc: 'high', border: 2 });
  const dark = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const side = rows.length;
  const middle = side / 2;
  const mark = side / 7;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="520" viewBox="0 0 360 520">' +
    '<rect width="360" height="520" fill="#fff"/><rect width="360" height="80" fill="#113566"/>' +
    '<text x="180" y="50" fill="#fff" font-size="24" text-anchor="middle">THAI QR PAYMENT</text>' +
    `<svg x="50" y="120" width="260" height="260" viewBox="0 0 ${side} ${side}"><path d="${dark}"/>` +
    `<rect x="${middle - mark / 2}" y="${middle - mark / 2}" width="${mark}" height="${mark}" fill="#fff"/></svg>` +
    '<text x="180" y="430" font-size="18" text-anchor="middle">฿1,234.56</text></svg>'
  );
}

test('reads the code from a vector image and from a bitmap', async () => {
  const svg = Buffer.from(drawPoster(PAYLOAD));
  expect(await readQrPicture(svg, SATANG)).toBe(PAYLOAD);
  expect(await readQrPicture(await sharp(svg).png().toBuffer(), SATANG)).toBe(PAYLOAD);
});

test('returns null for a code with another amount and for an image without a code', async () => {
  expect(await readQrPicture(Buffer.from(drawPoster(PAYLOAD)), SATANG + 1)).toBeNull();
  expect(await readQrPicture(Buffer.from(drawPoster('https://example.com')), SATANG)).toBeNull();
  await expect(readQrPicture(Buffer.from('no picture'), SATANG)).rejects.toThrow();
});

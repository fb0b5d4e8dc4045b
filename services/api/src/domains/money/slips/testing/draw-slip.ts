import { buildSlipQr } from '@sangwian/money/slip-qr';
import { encodeQR } from 'qr';
import sharp from 'sharp';

const WIDTH_PX = 720;
const HEIGHT_PX = 1_200;
const CODE_PX = 190;

/** Returns the text of a slip's QR code. */
export const slipText = (reference: string, bankCode = '014'): string =>
  buildSlipQr({ bankCode, reference });

/** Draws a QR code as SVG. */
function drawCode(text: string, left: number, top: number): string {
  const rows = encodeQR(text, 'raw', { border: 2 });
  const module = CODE_PX / rows.length;
  const path = rows.flatMap((row, y) =>
    row.flatMap((dark, x) =>
      dark ? [`M${left + x * module} ${top + y * module}h${module}v${module}h-${module}z`] : [],
    ),
  );
  return `<rect x="${left}" y="${top}" width="${CODE_PX}" height="${CODE_PX}" fill="#fff"/><path d="${path.join('')}"/>`;
}

/**
 * Draws a transfer slip as a PNG: a coloured page with lines and QR codes.
 *
 * @param texts texts of the QR codes, from right to left
 */
export function drawSlip(...texts: readonly string[]): Promise<Buffer> {
  const lines = Array.from(
    { length: 9 },
    (_, line) =>
      `<rect x="80" y="${180 + line * 70}" width="${300 + ((line * 97) % 220)}" height="26" fill="#41506b"/>`,
  );
  const codes = texts.map((text, index) => drawCode(text, 480 - index * 260, 940));
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}">` +
        '<rect width="100%" height="100%" fill="#dfe9f4"/>' +
        '<rect x="40" y="60" width="640" height="1100" rx="28" fill="#fff"/>' +
        `${lines.join('')}${codes.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}

import encodeQR from 'qr';

/** What is read by a phone from a screen: light all around, as the standard asks for. */
const QUIET_MODULES = 4;

/** The modules of a QR code, quiet zone included: rows of dark (`true`) and light. */
export const qrMatrix = (payload: string): boolean[][] =>
  encodeQR(payload, 'raw', { ecc: 'medium', border: QUIET_MODULES });

/** The dark modules as path data, one unit each; a row's neighbours are one stroke. */
export function qrPath(matrix: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of matrix.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      const width = x - start + 1;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  }
  return path;
}

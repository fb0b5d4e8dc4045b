import encodeQR from 'qr';

/** Width of the light quiet zone that the standard requires. */
const QUIET_MODULES = 4;

/** Returns the modules of a QR code with its quiet zone: rows of dark (`true`) and light. */
export const qrMatrix = (payload: string): boolean[][] =>
  encodeQR(payload, 'raw', { ecc: 'medium', border: QUIET_MODULES });

/** Returns the dark modules as path data, one unit each; neighbours in a row are one stroke. */
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

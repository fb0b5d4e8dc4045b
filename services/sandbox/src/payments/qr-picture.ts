import { encodeQR } from 'qr';

const QUIET_MODULES = 4;
const SIZE_PX = 600;

/** Draws a QR code as SVG: black on white, with the quiet zone that scanners need. */
export function drawQr(payload: string): string {
  const rows = encodeQR(payload, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  const side = rows.length;
  const dark = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PX}" height="${SIZE_PX}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="#fff"/><path d="${dark}"/></svg>`
  );
}

import { GOLD, GOLD_SHADE } from './palette.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';

/** Draws the coin. `sizePx` sets width and height; without it the drawing fills its box. */
export function drawCoin(sizePx?: number): string {
  const size = sizePx === undefined ? '' : ` width="${sizePx}" height="${sizePx}"`;
  return (
    `<svg ${XMLNS}${size} viewBox="0 0 24 24" aria-hidden="true">` +
    `<circle cx="12" cy="12.4" r="11.2" fill="#8a5708"/><circle cx="12" cy="12" r="11.2" fill="${GOLD_SHADE}"/>` +
    `<circle cx="12" cy="11.2" r="10.4" fill="${GOLD}"/>` +
    `<path d="M4 7.5A9 9 0 0 1 12 2.3" fill="none" stroke="#ffe7b0" stroke-width="1.2" stroke-linecap="round"/>` +
    `<circle cx="12" cy="11.2" r="7.6" fill="none" stroke="${GOLD_SHADE}" stroke-width="1.3"/>` +
    `<path d="M12 6.2l4 5-4 5-4-5z" fill="${GOLD_SHADE}"/><path d="M12 6.2l4 5h-8z" fill="#8a5708"/></svg>`
  );
}

/** Draws the logo: a square split into the corners, with the gold slash at −14°. */
export const drawLogo = (): string =>
  `<svg ${XMLNS} viewBox="0 0 40 40" aria-hidden="true"><path d="M4 4h18.4L14.4 36H4z" fill="#e5323e"/>` +
  `<path d="M27.2 4H36v32H19.2z" fill="#3b76ff"/><path d="M4 4h18.4l-2 8H4z" fill="#ff7a81" opacity=".35"/>` +
  `<path d="M27.2 4H36v8H25.2z" fill="#9dbdff" opacity=".35"/>` +
  `<path d="M25.29 2 16.31 38" stroke="${GOLD}" stroke-width="2.5"/></svg>`;

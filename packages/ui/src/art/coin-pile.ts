import { round } from './geometry.ts';
import { GOLD, GOLD_LIGHT, GOLD_SHADE } from './palette.ts';

/** The images of coin packages, with their names in the specification. */
export const COIN_PILES = ['20-coin', '100-coin', '500-coin'] as const;
export type CoinPile = (typeof COIN_PILES)[number];

const DEEP = '#8a5708';
const GLINT = '#ffe7b0';
/** Thickness of a lying coin, and its foreshortening. */
const THICK = 7;
const FLAT = 0.42;

/** Draws a lying coin with a milled rim; the point is the centre of its upper face. */
function lyingCoin(x: number, y: number, r: number): string {
  const [rx, ry] = [round(r), round(r * FLAT)];
  const left = round(x - r);
  const milled = [-0.72, -0.4, 0, 0.4, 0.72]
    .map((share) => {
      const dx = share * r;
      const dy = Math.sqrt(1 - share * share) * r * FLAT;
      return `M${round(x + dx)} ${round(y + dy + 1.4)}v${THICK - 2.2}`;
    })
    .join('');
  return (
    `<path d="M${left} ${round(y)}v${THICK}a${rx} ${ry} 0 0 0 ${round(2 * r)} 0v-${THICK}z" fill="${GOLD_SHADE}"/>` +
    `<path d="${milled}" fill="none" stroke="${DEEP}" stroke-width="1.4" stroke-linecap="round"/>` +
    `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${rx}" ry="${ry}" fill="${GOLD}"/>` +
    `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(r * 0.72)}" ry="${round(r * 0.72 * FLAT)}" fill="none" stroke="${GOLD_SHADE}" stroke-width="1.6"/>` +
    `<path d="M${round(x - r * 0.82)} ${round(y - r * 0.16)}a${round(r * 0.84)} ${round(r * 0.84 * FLAT)} 0 0 1 ${round(r * 0.62)} ${round(-r * 0.2)}" fill="none" stroke="${GLINT}" stroke-width="1.8" stroke-linecap="round"/>`
  );
}

/** Draws a stack of coins; `y` is the position of the lowest one. Every second coin is slightly offset. */
const stack = (x: number, y: number, coins: number, r = 24): string =>
  Array.from({ length: coins }, (_, index) =>
    lyingCoin(x + (index % 2 === 0 ? 0 : 1.6) - (index % 3), y - index * THICK, r),
  ).join('');

/** Draws a standing coin from the front. */
function standingCoin(x: number, y: number, r: number): string {
  const at = (dx: number, dy: number): string => `${round(x + dx * r)} ${round(y + dy * r)}`;
  return (
    `<circle cx="${round(x + 2.4)}" cy="${round(y + 1.2)}" r="${r}" fill="${DEEP}"/>` +
    `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${GOLD}"/>` +
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 0.74)}" fill="none" stroke="${GOLD_SHADE}" stroke-width="${round(r * 0.1)}"/>` +
    `<path d="M${at(0, -0.5)}L${at(0.4, 0)}L${at(0, 0.5)}L${at(-0.4, 0)}z" fill="${GOLD_SHADE}"/>` +
    `<path d="M${at(0, -0.5)}L${at(0.4, 0)}L${at(-0.4, 0)}z" fill="${DEEP}"/>` +
    `<path d="M${at(-0.86, -0.18)}A${round(r * 0.88)} ${round(r * 0.88)} 0 0 1 ${at(-0.18, -0.86)}" fill="none" stroke="${GLINT}" stroke-width="${round(r * 0.09)}" stroke-linecap="round"/>`
  );
}

const floor = (rx: number): string =>
  `<ellipse cx="80" cy="102" rx="${rx}" ry="9" fill="#000" opacity=".4"/>`;

/** Four points of light. */
const sparkle = (x: number, y: number, size: number): string =>
  `<path d="M${x} ${y - size}q${round(size * 0.14)} ${round(size * 0.86)} ${size} ${size}q${round(-size * 0.86)} ${round(size * 0.14)} ${-size} ${size}q${round(-size * 0.14)} ${round(-size * 0.86)} ${-size} ${-size}q${round(size * 0.86)} ${round(-size * 0.14)} ${size} ${-size}z" fill="${GOLD_LIGHT}"/>`;

const DRAWINGS: Readonly<Record<CoinPile, () => string>> = {
  '20-coin': () =>
    floor(54) +
    stack(70, 90, 3, 32) +
    standingCoin(110, 73, 28) +
    sparkle(42, 36, 8) +
    sparkle(64, 24, 5),
  '100-coin': () =>
    floor(62) +
    stack(58, 84, 5, 24) +
    stack(106, 86, 7, 24) +
    stack(80, 98, 3, 25) +
    standingCoin(124, 82, 20) +
    sparkle(40, 34, 8) +
    sparkle(76, 30, 5),
  '500-coin': () =>
    floor(72) +
    stack(80, 76, 9, 24) +
    stack(42, 84, 6, 23) +
    stack(118, 84, 7, 23) +
    stack(62, 96, 5, 24) +
    stack(102, 98, 3, 25) +
    standingCoin(30, 84, 18) +
    standingCoin(132, 82, 21) +
    sparkle(50, 24, 7) +
    sparkle(112, 18, 9) +
    sparkle(150, 42, 5),
};

/** Draws the image of a coin package, 160×120; more coins make a higher pile. */
export const drawCoinPile = (pile: CoinPile): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" aria-hidden="true">${DRAWINGS[pile]()}</svg>`;

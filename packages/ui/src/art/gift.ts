import { round } from './geometry.ts';
import { CLOTH, CLOTH_SHADE, CORNER_COLOURS } from './palette.ts';

/** The images of gifts, with their names in the catalogue. */
export const GIFT_PICTURES = [
  'garland',
  'flask',
  'prajiat',
  'gloves',
  'drum',
  'pipe',
  'mongkhon',
  'elephant',
  'belt',
] as const;
export type GiftPicture = (typeof GIFT_PICTURES)[number];

const { bright: RED_LIGHT, flat: RED, shade: RED_SHADE, deep: RED_DEEP } = CORNER_COLOURS.red;
/** Marigold, jasmine and leaf; wood and hide; brass, duller than the gold of coins. */
const MARIGOLD = ['#ffb23e', '#f28a1e', '#c9610c'] as const;
const LEAF = '#3f9a55';
const WOOD = ['#c07a45', '#8f4f27', '#5d2f15'] as const;
const BRASS = ['#e9cf8d', '#c2964a', '#84602a'] as const;
const STONE = ['#aab3c4', '#7d879b', '#525b6d'] as const;

const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;
const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"/>`;

/** Repeats a small drawing around an oval, from its top. */
const around = (
  count: number,
  [x, y, rx, ry]: readonly [number, number, number, number],
  draw: (x: number, y: number, index: number) => string,
): string =>
  Array.from({ length: count }, (_, index) => {
    const turn = (index / count) * 2 * Math.PI - Math.PI / 2;
    return draw(x + rx * Math.cos(turn), y + ry * Math.sin(turn), index);
  }).join('');

/** Draws a marigold or jasmine flower. */
const blossom = (x: number, y: number, r: number, isWhite: boolean): string =>
  disc(x, y + 1, r, isWhite ? CLOTH_SHADE : MARIGOLD[2]) +
  disc(x, y, r * 0.94, isWhite ? CLOTH : MARIGOLD[1]) +
  disc(x - r * 0.2, y - r * 0.25, r * 0.5, isWhite ? '#ffffff' : MARIGOLD[0]);

const garland = (): string =>
  around(18, [48, 38, 27, 28], (x, y, index) => blossom(x, y, 6.4, index % 3 === 2)) +
  path('M42 64h12l3 6-9 6-9-6z', LEAF) +
  line('M44 74v12M48 76v14M52 74v12', CLOTH, 3) +
  disc(44, 87, 3, RED) +
  disc(48, 91, 3, RED_LIGHT) +
  disc(52, 87, 3, RED);

const flask = (): string =>
  path('M34 30h28q8 6 8 16v34q0 8-8 8H34q-8 0-8-8V46q0-10 8-16z', '#3d7fd6') +
  path('M56 30h6q8 6 8 16v34q0 8-8 8h-6z', '#24539c') +
  path('M38 16h20v14H38z', CLOTH) +
  path('M51 16h7v14h-7z', CLOTH_SHADE) +
  path('M42 8h12v8H42z', RED) +
  path('M26 52h44v18H26z', CLOTH) +
  path('M56 52h14v18H56z', CLOTH_SHADE) +
  line('M34 61q4-5 8 0t8 0t8 0', '#3d7fd6', 3) +
  line('M33 40q1-4 5-6', '#9cc4f5', 3.4);

const prajiat = (): string =>
  path('M14 40q34-18 68 0v18q-34-18-68 0z', RED) +
  path('M14 50q34-18 68 0v8q-34-18-68 0z', RED_SHADE) +
  line('M18 45q30-14 60 0', CLOTH, 2.4) +
  path('M38 36h20l4 22q-14-6-28 0z', RED_DEEP) +
  path('M40 38h16l3 16q-11-4-22 0z', RED_LIGHT) +
  path('M42 54q-12 14-20 32l11-3 7 7q4-16 9-33z', RED) +
  path('M54 54q12 14 20 32l-11-3-7 7q-4-16-9-33z', RED_SHADE) +
  line('M41 60q-7 10-11 19M55 60q7 10 11 19', CLOTH, 2) +
  oval(48, 47, 4.5, 6, CLOTH);

/** Draws the back of a glove, with the thumb at one side. */
const glove = (x: number, isNear: boolean): string =>
  `<g transform="translate(${x} ${isNear ? 6 : 0}) rotate(${isNear ? 10 : -12} 30 40)">${
    path('M14 30q0-18 17-18t18 16q1 12-4 22v12H20V50q-6-8-6-20z', isNear ? RED : RED_SHADE) +
    path('M40 14q9 4 9 15 1 11-4 21v12h-8q8-24 3-48z', isNear ? RED_SHADE : RED_DEEP) +
    path('M16 34q-8-2-8 7 1 9 10 10l4-8z', isNear ? RED_LIGHT : RED) +
    path('M19 60h27v16H19z', CLOTH) +
    path('M37 60h9v16h-9z', CLOTH_SHADE) +
    line('M22 24q3-7 10-7', '#ffb3b6', 3.4)
  }</g>`;

const gloves = (): string => glove(34, false) + glove(2, true);

const drum = (): string =>
  `<g transform="rotate(-24 48 48)">${
    path('M22 32q26-9 52 0l-5 34q-21 8-42 0z', WOOD[1]) +
    path('M58 29q8 1 16 3l-5 34q-6 2-12 3z', WOOD[2]) +
    line('M25 34l6 32 8-35 5 37 9-37 4 36 9-34', BRASS[0], 2) +
    oval(48, 31, 27, 9, WOOD[0]) +
    oval(48, 30, 24, 7, CLOTH) +
    oval(48, 30, 11, 3.4, WOOD[2]) +
    oval(48, 67, 22, 7, WOOD[2]) +
    oval(48, 67, 18, 5, WOOD[0])
  }</g>${line('M70 14l16 14M76 10l12 8', CLOTH_SHADE, 3)}`;

const pipe = (): string =>
  `<g transform="rotate(38 48 48)">${
    path('M44 10h8l2 44q8 8 14 28-20 8-40 0 6-20 14-28z', WOOD[1]) +
    path('M49 10h3l2 44q8 8 14 28-6 3-13 4z', WOOD[2]) +
    path('M46 0h4v11h-4z', CLOTH) +
    path('M43 10h10v5H43zM42 52h12v5H42z', BRASS[1]) +
    oval(48, 83, 20, 5, WOOD[2]) +
    oval(48, 83, 15, 3.2, '#2b140a') +
    [20, 27, 34, 41, 48].map((y) => disc(48, y, 1.9, '#2b140a')).join('')
  }</g>${line('M74 18q6-4 10 0M78 28q5-2 8 1M66 12q4-6 9-4', MARIGOLD[0], 3)}`;

const mongkhon = (): string =>
  `<path d="M48 12c23 0 36 14 36 30 0 10-8 16-18 18-6 1-12 0-18 0s-12 1-18 0c-10-2-18-8-18-18 0-16 13-30 36-30z" fill="none" stroke="${RED_SHADE}" stroke-width="13"/>` +
  `<path d="M48 11c23 0 36 14 36 30 0 10-8 16-18 18-6 1-12 0-18 0s-12 1-18 0c-10-2-18-8-18-18 0-16 13-30 36-30z" fill="none" stroke="${RED}" stroke-width="9"/>` +
  around(14, [48, 37, 35, 25], (x, y, index) =>
    disc(x, y, index % 2 === 0 ? 2.6 : 1.7, index % 2 === 0 ? CLOTH : BRASS[0]),
  ) +
  path('M43 54h10l2 14H41z', BRASS[1]) +
  path('M48 54h5l2 14h-7z', BRASS[2]) +
  line('M44 70l-7 18M48 70v20M52 70l7 18', RED_LIGHT, 4) +
  blossom(22, 62, 6, false) +
  blossom(74, 62, 6, false);

const elephant = (): string =>
  path(
    'M16 46q0-24 27-24 18 0 26 10 14 0 15 15v22q0 9 7 9-2 7-9 6-8-2-8-14V60l-6 4v22H56V70H38v16H24V68q-8-6-8-22z',
    STONE[1],
  ) +
  path('M16 46q0 15 8 22v18h6V66h12l-4 4v16h6q0-20 12-26l-12-2q-22 4-28-12z', STONE[2]) +
  path('M52 30q12-4 16 7 3 14-8 19-11-2-12-14z', STONE[0]) +
  path('M56 36q6-2 8 4 1 8-4 11-6-3-7-9z', STONE[1]) +
  path('M22 26q18-10 32-2l-4 24q-14 6-28 0z', RED) +
  path('M22 44q14 6 28 0l-1 6q-13 5-27 0z', BRASS[1]) +
  path('M24 10h24l4 12H20z', BRASS[1]) +
  path('M36 2l14 9H22z', RED_LIGHT) +
  path('M76 58q6 8 16 6-6 8-17 3z', CLOTH) +
  disc(74, 42, 2.4, '#14181f') +
  path('M66 26q8-4 14 4l-8 4z', RED);

const belt = (): string =>
  path('M4 34q14-6 26-4l4 34q-14 4-28-2-4-14-2-28z', WOOD[1]) +
  path('M92 34q-14-6-26-4l-4 34q14 4 28-2 4-14 2-28z', WOOD[2]) +
  oval(17, 48, 9, 11, BRASS[1]) +
  oval(79, 48, 9, 11, BRASS[2]) +
  oval(17, 47, 6, 8, RED) +
  oval(79, 47, 6, 8, CORNER_COLOURS.blue.flat) +
  oval(48, 49, 29, 33, BRASS[2]) +
  oval(48, 47, 28, 32, BRASS[1]) +
  around(16, [48, 47, 24.5, 28.5], (x, y) => disc(x, y, 1.9, BRASS[0])) +
  oval(48, 47, 20, 24, RED_SHADE) +
  oval(48, 46, 18.5, 22.5, RED) +
  path('M48 26l5 12 13 1-10 9 3 13-11-7-11 7 3-13-10-9 13-1z', BRASS[0]) +
  path('M48 26v28l-11 7 3-13-10-9 13-1z', BRASS[1]) +
  path('M36 14l4-8 8 5 8-5 4 8-2 6H38z', BRASS[0]);

const DRAWINGS: Readonly<Record<GiftPicture, () => string>> = {
  garland,
  flask,
  prajiat,
  gloves,
  drum,
  pipe,
  mongkhon,
  elephant,
  belt,
};

/** Draws a gift, 96×96. */
export const drawGift = (picture: GiftPicture): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" aria-hidden="true">${DRAWINGS[picture]()}</svg>`;

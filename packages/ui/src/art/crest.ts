import { LETTER_SHAPES } from './letter-shapes.ts';
import { CORNER_COLOURS } from './palette.ts';
import type { Corner } from './pose.ts';
import { hashText, pick } from './random.ts';

type Ground = readonly [light: string, dark: string];

/** Backgrounds for people without a corner: no red, blue or gold. */
const GROUNDS: readonly [Ground, ...Ground[]] = [
  ['#5b4a8f', '#1d1733'],
  ['#0f766e', '#06302d'],
  ['#7c4a21', '#2a1608'],
  ['#475569', '#151b25'],
  ['#8b2f6b', '#2f0f24'],
  ['#3f6b2f', '#14260d'],
];

/**
 * Returns the initial of a name: its first Thai consonant (a leading vowel such as เ or ไ is no initial), Latin letter
 * or digit; ม, as in muay, if it has none.
 */
export function initialOf(name: string): string {
  for (const character of name.toUpperCase().normalize('NFD')) {
    if (Object.hasOwn(LETTER_SHAPES, character)) return character;
  }
  return 'ม';
}

/** Draws a round crest: the braided mongkhon as a ring around the initial, in the corner's colour if any. */
export function drawCrest(name: string, corner?: Corner): string {
  const hash = hashText(name);
  const id = `crest-${hash.toString(36)}${corner ?? ''}`;
  const [light, dark] =
    corner === undefined
      ? pick(GROUNDS, hash / 4_294_967_296)
      : [CORNER_COLOURS[corner].flat, CORNER_COLOURS[corner].deep];
  const strands = 20 + (hash % 5) * 2;
  const braid = Array.from(
    { length: strands },
    (_, index) =>
      `<path d="M30.2 3.2q3.8 1.6 2.6 6.2q-4.2-1-2.6-6.2z" transform="rotate(${Math.round((index * 3600) / strands) / 10} 32 32)"/>`,
  ).join('');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" aria-hidden="true">' +
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>` +
    `<circle cx="32" cy="32" r="32" fill="url(#${id})"/>` +
    `<circle cx="32" cy="32" r="25.6" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="7.6"/>` +
    `<g fill="#fff" fill-opacity=".42">${braid}</g>` +
    `<circle cx="32" cy="32" r="20.8" fill="${dark}" fill-opacity=".35" stroke="#fff" stroke-opacity=".3" stroke-width="1.2"/>` +
    `<path d="${LETTER_SHAPES[initialOf(name)] ?? ''}" transform="translate(32 32)" fill="#fff"/></svg>`
  );
}

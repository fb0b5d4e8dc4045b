import { angleOf, type Point } from '../geometry.ts';
import type { Look } from './look.ts';
import { fill, line, mixColours, svg } from './svg.ts';

/* Abstract marks only: no Buddha, and no text of a real yant. */

const INK = '#16283c';

function starMark(colour: string, chest: number): string {
  const spikes = Array.from(
    { length: 8 },
    (_, index) =>
      `<path d="M0-8.5L2.6-13 0-19-2.6-13z" fill="${colour}" transform="rotate(${index * 45})"/>`,
  );
  return svg`<g transform="translate(${chest * 0.52} 90)"><circle r="13" fill="none" stroke="${colour}" stroke-width="1.7"/><circle r="8.5" fill="none" stroke="${colour}" stroke-width="1.3"/><circle r="2.6" fill="${colour}"/>${spikes.join('')}</g>`;
}

const rowsMark = (colour: string): string =>
  Array.from({ length: 5 }, (_, row) =>
    line(
      svg`M${12 + row} ${74 + row * 7}l2.5-3 2 3.5 3-4 1.5 4 3-3.5 2 3 2.5-3.5 2 3.5 3-4 1.5 3.5`,
      colour,
      1.5,
    ),
  ).join('');

const SPIRES: readonly Point[] = [
  [-8, 0],
  [0, -9],
  [8, 0],
];

const spireMark = (colour: string): string =>
  SPIRES.map(
    ([x, rise]) =>
      fill(svg`M${x} ${72 + rise}l3 7-3 4-3-4z`, colour) +
      line(
        svg`M${x - 4} ${86 + rise}q4-6 8 0q-4 5-8 0zM${x - 4.5} ${95 + rise}q4.5-6 9 0q-4.5 5-9 0zM${x - 5} ${104 + rise}q5-6 10 0q-5 5-10 0z`,
        colour,
        1.6,
      ),
  ).join('');

const wingMark = (colour: string, chest: number): string =>
  fill(
    svg`M8 74Q${chest * 0.5} 66 ${chest + 4} 74Q${chest * 0.7} 78 ${chest * 0.66} 84Q${chest * 0.9} 82 ${chest + 2} 88Q${chest * 0.6} 88 ${chest * 0.5} 94Q${chest * 0.7} 94 ${chest * 0.8} 100Q24 100 8 74z`,
    colour,
  );

/** Draws the tattoos of chest and neck. */
export function drawBodyInk({ bodyInk, hasNeckInk, skin, build }: Look): string {
  const colour = mixColours(skin.deep, INK, 0.62);
  const marks = {
    star: () => starMark(colour, build.chest),
    rows: () => rowsMark(colour),
    spire: () => spireMark(colour),
    wing: () => wingMark(colour, build.chest),
  };
  const neck = hasNeckInk
    ? line(
        svg`M${4 - build.neck} 40l3-3 2 4 3-4 2 4M${3 - build.neck} 47l3-3 2 4 3-4 2 4`,
        colour,
        1.5,
      )
    : '';
  const body = bodyInk === null ? '' : marks[bodyInk]();
  return body + neck === '' ? '' : `<g opacity=".82">${body}${neck}</g>`;
}

function scales(colour: string): string {
  let paths = '';
  for (let x = -8; x < 62; x += 9) {
    const offset = x % 2 === 0 ? 0 : 4.5;
    for (let y = -18; y <= 18; y += 9) paths += svg`M${x} ${y + offset}q6 4.5 0 9`;
  }
  return line(paths, colour, 1.7);
}

/** Draws the tattoo of an upper arm. */
export function drawArmInk({ armInk, skin }: Look, shoulder: Point, elbow: Point): string {
  if (armInk === null) return '';
  const colour = mixColours(skin.deep, INK, 0.6);
  const mark = {
    bands: () => fill('M13-30h5v60h-5zM22-30h9v60h-9zM36-30h3v60h-3z', colour),
    scales: () => scales(colour),
    flames: () =>
      fill(
        'M-12-26Q6-10-4 2Q10-2 14 10Q20-4 12-16Q28-6 26 8Q36-4 30-18Q44-8 40 6Q52-4 46-26zM-6 24Q4 8 14 20Q22 10 30 22Q40 12 50 24z',
        colour,
      ),
  }[armInk]();
  return svg`<g transform="translate(${shoulder[0]} ${shoulder[1]}) rotate(${angleOf(shoulder, elbow)})" opacity=".8">${mark}</g>`;
}

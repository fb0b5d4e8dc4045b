import type { Figure } from './figure.ts';
import type { Hair, Look } from './look.ts';
import { fill, line, mixColours, svg } from './svg.ts';

/** The parts of a haircut, drawn in this order around the face. */
interface Haircut {
  /** Behind the head. */
  readonly back?: string;
  /** Opacity of the short hair on the skull; without it the skull is bald. */
  readonly skull?: number;
  /** The mass on top. */
  readonly top?: string;
  /** Partings of braids that lie on the skull. */
  readonly partings?: readonly string[];
  readonly curls?: readonly (readonly [x: number, y: number, radius: number])[];
  readonly buns?: readonly (readonly [x: number, y: number])[];
}

const skullPath = (w: number): string =>
  svg`M${-w} 4C${-w - 4} -30 -15 -42 1 -42C18 -42 ${w + 1} -31 ${w - 2} -6L${w - 5} -11C${w - 6} -19 14 -23 5 -24C-3 -25 -9 -23 -11 -17L-13.5 -8L-17.5 -7L-18 5L-22 7z`;

const TIED_BACK = 'M-22-4C-27-36-10-45 3-44C18-44 26-34 22-12C16-22 8-25 2-25C-6-25-12-18-15-4z';

/** The haircuts. `w` is half the width of the head. */
const HAIRCUTS: Readonly<Record<Hair, (w: number) => Haircut>> = {
  buzz: () => ({ skull: 0.86 }),
  bald: () => ({}),
  fade: () => ({
    skull: 0.5,
    top: 'M-18-20C-23-37-12-48 3-47C20-47 26-36 22.5-19C15-25 1-27-9-21C-12-17-17-16-18-20z',
  }),
  crop: (w) => ({
    skull: 0.6,
    top: svg`M${4 - w} -9C-27-36-13-47 3-46C20-46 27-35 ${w - 2} -11L19-18 15-12 10-18 4-12-2-18-7-11-11-17-15-6-19-5z`,
  }),
  spiky: (w) => ({
    skull: 0.75,
    top: svg`M-21-8L-28-24-20.5-26-24-40-12.5-37-9-51 .5-42 8-53 13-41 24-45 22-31 28-26 ${w - 2} -10C17-21 6-24-7-20C-11-17-13-8-16-3z`,
  }),
  mohawk: () => ({
    skull: 0.34,
    top: 'M-8-22L-14-36-8-38-10-50-2-46 3-57 8-48 15-52 15-41 20-38 15-21Q4-26-8-22z',
  }),
  side: (w) => ({
    skull: 0.7,
    top: svg`M-21-4C-28-30-17-45-3-46C14-50 29-38 ${w - 2} -12C20-21 13-24 6-23C-2-22-8-25-9-30C-10-20-13-12-15-5z`,
  }),
  flat: () => ({
    skull: 0.55,
    top: 'M-19-18L-22-40Q-20-47-12-47L15-50Q25-49 25-41L22.5-18C14-24 0-26-9-21C-12-17-18-15-19-18z',
  }),
  fringe: (w) => ({
    skull: 0.8,
    top: svg`M${-w - 2} 2C-32-30-16-48 3-47C22-47 30-31 ${w} -4L21-9 18-14 12-9 5-15-2-9-9-14-15-8-17 0-20 5z`,
  }),
  undercut: (w) => ({
    skull: 0.3,
    top: svg`M-12-22C-20-40-6-53 6-50C24-52 33-36 ${w + 3} -8C${w + 1} -2 ${w + 2} 4 ${w - 1} 8C${w} -6 18-20 6-22C-2-24-8-19-12-22z`,
  }),
  knot: () => ({
    skull: 0.42,
    top: 'M-19-17C-23-38-9-45 2-45C15-45 24-36 21.5-18C13-26-4-28-19-17z',
    buns: [[-7, -50]],
  }),
  buns: () => ({
    skull: 1,
    top: TIED_BACK,
    buns: [
      [-21, -40],
      [19, -44],
    ],
  }),
  curls: () => ({
    skull: 0.8,
    curls: [
      [-20, -14, 8],
      [-24, -25, 8],
      [-18, -36, 9],
      [-8, -43, 9.5],
      [4, -45, 9.5],
      [15, -41, 9],
      [22, -32, 8.5],
      [22, -20, 6.5],
      [-10, -28, 9],
      [3, -30, 10],
      [14, -28, 8],
    ],
  }),
  rows: () => ({
    skull: 1,
    partings: [
      'M-3-24Q-12-36-22-20',
      'M3-25Q-4-42-24-28',
      'M9-25Q8-44-16-38',
      'M15-22Q18-40-4-42',
      'M19-17Q26-34 10-41',
    ],
  }),
  long: (w) => ({
    back: 'M-25-14C-37 14-36 44-28 60L-13 62C-18 46-17 30-11 16L14 16C20 28 18 44 13 56L21 53C30 34 26 4 22-12z',
    skull: 1,
    top: svg`M${-w - 1} 12C-33-28-18-46 2-45C21-45 30-30 ${w - 1} 4C21-10 15-20 5-24C-5-21-14-10-16 4L-21 14z`,
  }),
  pony: () => ({
    back: 'M-12-38C-40-50-54-20-44 24C-38 12-33-2-20-20z',
    skull: 1,
    top: 'M-21-8C-26-36-10-46 3-45C18-45 26-34 22-12C16-22 8-25 2-25C-6-25-12-18-15-6z',
  }),
  braid: () => ({ skull: 1, top: TIED_BACK }),
  bob: (w) => ({
    back: 'M-27-10C-34 12-30 28-25 34L-12 34L-8 18L15 18L17 31C26 16 24 0 23-10z',
    skull: 1,
    top: svg`M-23 30C-36 4-28-46 2-45C20-45 30-30 ${w} 2L${w - 3} 12C23-6 20-14 14-18Q2-14-12-18C-15-4-14 14-16 28z`,
  }),
};

const rimOf = ({ look, light }: Figure): string => mixColours(light.rim, look.hairTone.flat, 0.15);

const haircutOf = (look: Look): Haircut => HAIRCUTS[look.hair](look.head.width);

/** Draws the hair behind the head. */
export function drawBackHair(figure: Figure): string {
  const { back } = haircutOf(figure.look);
  if (back === undefined) return '';
  const { shade } = figure.look.hairTone;
  return figure.pen.solid(back, { rim: rimOf(figure), shade, lit: shade }, { shadeWidth: 8 });
}

function drawSkull(figure: Figure, { skull, top, partings }: Haircut, half: number): string {
  if (skull === undefined) return '';
  const { look, pen } = figure;
  const { shade, flat } = look.hairTone;
  const isThin = skull < 1 && top === undefined;
  const solid = pen.solid(
    skullPath(half),
    { rim: rimOf(figure), shade, lit: isThin ? flat : shade },
    { shadeWidth: 5, rimWidth: 2.2 },
  );
  const colour = mixColours(look.skin.flat, shade, 0.25);
  return (
    svg`<g opacity="${skull}">${solid}</g>` +
    (partings ?? []).map((path) => line(path, colour, 1.7)).join('')
  );
}

function drawCurls(figure: Figure, curls: NonNullable<Haircut['curls']>): string {
  const { shade, flat, bright } = figure.look.hairTone;
  const rim = rimOf(figure);
  const middle = mixColours(shade, flat, 0.5);
  const backs = curls.map(
    ([x, y, r]) =>
      svg`<circle cx="${x - 1.4}" cy="${y - 1}" r="${r}" fill="${x < -6 ? rim : shade}"/>`,
  );
  const fronts = curls.map(
    ([x, y, r], index) =>
      svg`<circle cx="${x + 0.6}" cy="${y + 0.4}" r="${r - 0.6}" fill="${index % 2 === 1 ? flat : middle}"/>` +
      line(
        svg`M${x + 1} ${y - r * 0.5}a${r * 0.5} ${r * 0.5} 0 0 1 ${r * 0.5} ${r * 0.5}`,
        bright,
        1.6,
        0.6,
      ),
  );
  return backs.join('') + fronts.join('');
}

function drawBuns(figure: Figure, buns: NonNullable<Haircut['buns']>): string {
  const { shade, flat } = figure.look.hairTone;
  return buns
    .map(
      ([x, y]) =>
        svg`<g transform="translate(${x} ${y})">${figure.pen.solid(
          'M-9.5 3C-11-8-4-12 2-11C10-10 11-1 8 5C5 10-7 10-9.5 3z',
          { rim: rimOf(figure), shade, lit: flat },
          { shadeWidth: 5 },
        )}${fill('M-7 7Q0 11 7 6L6 10Q0 13-6 11z', figure.clothes.second)}</g>`,
    )
    .join('');
}

/** Draws the hair on the head. `half`: half the width of the head. */
export function drawHair(figure: Figure, half: number): string {
  const { look, pen } = figure;
  const cut = haircutOf(look);
  const { shade, flat, bright } = look.hairTone;
  const top =
    cut.top === undefined
      ? ''
      : pen.solid(
          cut.top,
          { rim: rimOf(figure), shade, lit: flat },
          {
            shadeWidth: 6,
            rimWidth: 2.4,
            inside: line('M2-42Q16-40 19-26M-4-38Q8-36 11-26', bright, 2.6, 0.55),
          },
        );
  return (
    drawSkull(figure, cut, half) +
    (cut.buns === undefined ? '' : drawBuns(figure, cut.buns)) +
    top +
    (cut.curls === undefined ? '' : drawCurls(figure, cut.curls))
  );
}

/** Draws the braid that falls over the shoulder. */
export function drawBraid({ look, light, clothes }: Figure): string {
  if (look.hair !== 'braid') return '';
  const { shade, flat } = look.hairTone;
  const middle = mixColours(shade, flat, 0.5);
  const strands = Array.from({ length: 7 }, (_, index) => {
    const y = 22 + index * 11;
    const x = -25 - Math.sin(index / 2) * 5;
    return (
      fill(
        svg`M${x - 6.8} ${y - 5}Q${x - 8} ${y + 5} ${x} ${y + 9}Q${x + 7} ${y + 5} ${x + 6} ${y - 5}Q${x} ${y + 1} ${x - 6.8} ${y - 5}z`,
        light.rim,
      ) +
      fill(
        svg`M${x - 4.6} ${y - 4}Q${x - 6} ${y + 4} ${x + 1} ${y + 8}Q${x + 7.5} ${y + 5} ${x + 6.6} ${y - 4}Q${x + 1} ${y + 1} ${x - 4.6} ${y - 4}z`,
        index % 2 === 1 ? flat : middle,
      )
    );
  });
  return strands.join('') + fill('M-30 100l3 12 4-3 4 3-3-12z', clothes.second);
}

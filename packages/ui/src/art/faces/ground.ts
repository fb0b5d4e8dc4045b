import type { Figure } from './figure.ts';
import type { Motif } from './kits.ts';
import { hasDarkSkin } from './look.ts';
import { fill, lighten, svg } from './svg.ts';

/** The part of the drawing that a crop shows. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Pattern = 'rays' | 'slants' | 'waves' | 'gems' | 'zigzag';

const PATTERNS: Readonly<Record<Motif, Pattern>> = {
  flame: 'rays',
  wave: 'waves',
  tiger: 'slants',
  leaf: 'slants',
  rays: 'rays',
  gem: 'gems',
  star: 'rays',
  peak: 'zigzag',
  blade: 'slants',
};

const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const PATTERN_PATHS: Readonly<Record<Pattern, (frame: Frame) => string>> = {
  rays: ({ x, y, width, height }) => {
    const middleX = x + width * 0.54;
    const middleY = y + height * 0.4;
    return times(16, (index) => {
      const from = (index * Math.PI) / 8;
      const to = from + 0.18;
      return svg`M${middleX} ${middleY}l${Math.cos(from) * 400} ${Math.sin(from) * 400}L${middleX + Math.cos(to) * 400} ${middleY + Math.sin(to) * 400}z`;
    });
  },
  slants: ({ x, y, width, height }) =>
    times(
      11,
      (index) =>
        svg`M${x + (index - 2) * width * 0.17} ${y + height}l${height * 0.249} ${-height}h${width * 0.055}l${-height * 0.249} ${height}z`,
    ),
  waves: ({ x, y, width }) =>
    times(
      12,
      (index) =>
        svg`M${x} ${y + index * 36}q${width / 4} -26 ${width / 2} 0t${width / 2} 0v9q${-width / 4} 26 ${-width / 2} 0t${-width / 2} 0z`,
    ),
  gems: ({ x, y }) =>
    times(9, (column) =>
      times(
        13,
        (row) => svg`M${x + column * 38 + (row % 2) * 19} ${y + row * 36 - 14}l9 14-9 14-9-14z`,
      ),
    ),
  zigzag: ({ x, y, width: w }) =>
    times(
      8,
      (index) =>
        svg`M${x - 20} ${y + 40 + index * 52}l${w * 0.3} -34 ${w * 0.3} 34 ${w * 0.3} -34 ${w * 0.3} 34v8l${-w * 0.3} -34 ${-w * 0.3} 34 ${-w * 0.3} -34 ${-w * 0.3} 34z`,
    ),
};

/** Returns the stops of the ground. A small disc is lighter, and lightest behind dark skin. */
function groundStops({ look, light }: Figure, isDisc: boolean): readonly [string, string, string] {
  const { main, dark, deep } = light.ground;
  if (!isDisc) return [main, dark, deep];
  return hasDarkSkin(look)
    ? [lighten(main, 0.46), lighten(main, 0.12), dark]
    : [lighten(main, 0.2), main, dark];
}

/** Draws the ground behind a portrait, with the pattern of the gym's motif. `isDisc`: for a small picture. */
export function drawGround(figure: Figure, frame: Frame, isDisc: boolean): string {
  const { x, y, width, height } = frame;
  const id = figure.pen.nextId();
  const [inner, middle, outer] = groundStops(figure, isDisc);
  const pattern = isDisc ? '' : PATTERN_PATHS[PATTERNS[figure.clothes.motif]](frame);
  return (
    `<radialGradient id="${id}" cx=".6" cy=".36" r=".8"><stop stop-color="${inner}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${outer}"/></radialGradient>` +
    svg`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#${id})"/>` +
    (pattern === '' ? '' : fill(pattern, '#ffffff', 0.075))
  );
}

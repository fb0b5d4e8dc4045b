import type { Figure } from './figure.ts';
import { fill, line, svg } from './svg.ts';

const DASHES = { rope: '3.2 4.8', check: '6 6', beads: '.1 6.4' } as const;

/** Draws the mongkol, the headband of the ritual dance. `w`: half the width of the head. */
export function drawMongkol({ look, clothes, light }: Figure, w: number): string {
  const { mongkol } = look;
  if (mongkol === null) return '';
  const { main, dark, second } = clothes;
  const band = svg`M${-w - 3} -6Q${3 - w} -19 2 -22.5Q${w - 6} -23 ${w + 0.6} -12`;
  const tail =
    fill(
      svg`M${-w - 1} -10C${-w - 12} -16 ${-w - 20} -9 ${-w - 22} 5L${-w - 17} 1L${-w - 14} 8C${-w - 13} 0 ${-w - 9} -3 ${-w - 1} -2z`,
      light.rim,
    ) +
    fill(
      svg`M${-w - 1} -9C${-w - 11} -14 ${-w - 18} -8 ${-w - 20} 4L${-w - 16} 0L${-w - 13} 6C${-w - 12} -1 ${-w - 8} -4 ${-w - 1} -3z`,
      second,
    );
  const onBand = (colour: string, width: number, more = '') =>
    `<path d="${band}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`;
  const isBeads = mongkol === 'beads';
  const pattern =
    onBand(main, 8, ' stroke-linecap="round"') +
    onBand(
      second,
      isBeads ? 4.6 : 8,
      ` stroke-dasharray="${DASHES[mongkol]}"${isBeads ? ' stroke-linecap="round"' : ''}`,
    ) +
    (mongkol === 'check' ? onBand(dark, 2) : '');
  return (
    tail +
    line(band, light.rim, 10.5) +
    line(svg`M${-w - 2} -5.4Q${4 - w} -18.3 2.6 -21.8Q${w - 6} -22.3 ${w + 0.8} -11.6`, dark, 9.2) +
    `<g transform="translate(1.2 .4)">${pattern}</g>`
  );
}

const FLOWERS = 23;
const FLOWER_TONES = {
  orange: ['#ff9a3d', '#c95d12'],
  white: ['#ffffff', '#c9d1df'],
  pink: ['#ff8fb3', '#c3487a'],
} as const;

/** Draws the garland of flowers around the neck. */
export function drawGarland(): string {
  const flowers = Array.from({ length: FLOWERS }, (_, index) => {
    const side = (index / (FLOWERS - 1)) * 2 - 1;
    const x = side * 25;
    const y = 46 + (1 - side * side) * 62 + Math.abs(side) * 2;
    const place = index % 4;
    const [flat, shade] = FLOWER_TONES[place === 0 ? 'white' : place === 2 ? 'pink' : 'orange'];
    return svg`<circle cx="${x - 1}" cy="${y + 1}" r="5.6" fill="${shade}"/><circle cx="${x}" cy="${y}" r="5" fill="${flat}"/>`;
  });
  return `${flowers.join('')}${fill('M-4 112h8l3 8-7 5-7-5z', '#3f9a55')}<path d="M-3 124v12M0 125v16M3 124v12" stroke="#fff" stroke-width="2.6"/>`;
}

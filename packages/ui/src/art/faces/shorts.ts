import { limb } from './arms.ts';
import type { Figure } from './figure.ts';
import type { Motif } from './kits.ts';
import { darken, fill, lighten, line, mirrored, svg } from './svg.ts';

/** The gym's motif on the legs of the shorts. */
const MOTIF_PATHS: Readonly<Record<Motif, string>> = {
  flame:
    'M0 0C-9-8-9-18-1-28C0-20 8-18 8-9C8-4 5 0 0 0zM12 2C8-4 9-10 14-15C15-9 19-8 18-3C17 0 15 2 12 2z',
  wave: 'M-14-8q7-9 14 0t14 0v5q-7 9-14 0t-14 0zM-14 3q7-9 14 0t14 0v5q-7 9-14 0t-14 0zM-14-19q7-9 14 0t14 0v5q-7 9-14 0t-14 0z',
  tiger: 'M-14-14Q2-12 12-4Q0-6-14-8zM-14-4Q0-2 9 6Q-2 4-14 2zM-14 6Q-3 8 5 15Q-6 13-14 12z',
  leaf: 'M0 8C-12 2-12-12 0-22C12-12 12 2 0 8zM-2-20h4v28h-4z',
  rays: 'M-2 8L0-22 2 8zM-8 8L-14-18-3 8zM8 8L14-18 3 8z',
  gem: 'M0-20L11-6 0 10-11-6zM0-12L5-6 0 2-5-6z',
  star: 'M0-18l4.5 10 11 1-8.5 7 3 11L0 5l-10 6 3-11-8.5-7 11-1z',
  peak: 'M-16 8L-4-16 2-6 8-14 18 8z',
  blade: 'M-14 10L10-18 14-16 12-12-10 12zM-12 4l8 8-3 2-8-8z',
};

function drawTrim({ look, clothes }: Figure): string {
  const { hip } = look.build;
  const { second } = clothes;
  const hem =
    fill(svg`M2 322L${hip + 30} 316L${hip + 30} 342L2 342z`, second) +
    line(svg`M2 316L${hip + 30} 310`, second, 2.4);
  switch (look.trim) {
    case 'panel':
      return mirrored(
        fill(svg`M${hip - 7} 206L${hip + 12} 340L${hip + 34} 340L${hip + 8} 206z`, second) + hem,
      );
    case 'hem':
      return mirrored(hem);
    case 'twin':
      return mirrored(
        line(svg`M${hip - 8} 206L${hip + 8} 340M${hip - 18} 206L${hip - 5} 340`, second, 5),
      );
    case 'chevron':
      return mirrored(
        fill(
          svg`M${hip + 30} 270L${hip * 0.4} 340L${hip * 0.75} 340L${hip + 30} 296zM${hip + 30} 310L${hip * 1.02} 340L${hip + 30} 340z`,
          second,
        ),
      );
  }
}

/** Draws thighs, shorts and waistband. */
export function drawShorts(figure: Figure): string {
  const { look, clothes, light, pen } = figure;
  const { hip, arm } = look.build;
  const { skin } = look;
  const { main, dark, second, motif } = clothes;
  const thigh = (x: number) =>
    limb([
      { at: [x, 300], radius: 26 * arm },
      { at: [x * 1.1, 380], radius: 21 * arm },
    ]);
  const folds =
    line(
      svg`M${-hip * 0.5} 232Q${-hip * 0.62} 280 ${-hip * 0.5} 330M${hip * 0.45} 232Q${hip * 0.6} 280 ${hip * 0.72} 330M-8 250Q-3 274-10 320`,
      dark,
      3,
      0.55,
    ) +
    fill(
      svg`M${hip * 0.18} 240Q${hip * 0.7} 250 ${hip * 0.8} 320L${hip * 0.5} 322Q${hip * 0.5} 270 ${hip * 0.18} 240z`,
      lighten(main, 0.28),
      0.4,
    );
  const marks = mirrored(
    svg`<path d="${MOTIF_PATHS[motif]}" fill="${second}" opacity=".95" transform="translate(${hip * 0.56} 284) scale(1.15)"/>`,
  );
  const bandStripes = fill(
    svg`M${-hip - 6} 203Q0 212 ${hip + 6} 203L${hip + 6} 208Q0 217 ${-hip - 6} 208zM${-hip - 6} 213Q0 222 ${hip + 6} 213L${hip + 6} 217Q0 226 ${-hip - 6} 217z`,
    main,
  );
  return (
    pen.solid(
      thigh(hip * 0.62),
      { rim: skin.shade, shade: skin.shade, lit: skin.flat },
      { shadeWidth: 8 },
    ) +
    pen.solid(thigh(-hip * 0.62), { rim: light.rim, shade: skin.shade, lit: skin.flat }) +
    pen.solid(
      svg`M${-hip - 2} 208L${-hip - 24} 330L-5 336L0 286L5 336L${hip + 24} 330L${hip + 2} 208z`,
      { rim: light.rim, shade: dark, lit: main },
      { shadeWidth: 12, inside: folds + drawTrim(figure) + marks },
    ) +
    pen.solid(
      svg`M${-hip - 1} 196Q0 205 ${hip + 1} 196L${hip + 4} 220Q0 230 ${-hip - 4} 220z`,
      { rim: light.rim, shade: darken(second, 0.35), lit: second },
      { shadeWidth: 10, inside: bandStripes },
    )
  );
}

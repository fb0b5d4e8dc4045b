import type { Figure } from './figure.ts';
import type { Look } from './look.ts';
import { fill, lighten, line, mirrored, svg } from './svg.ts';
import { drawBodyInk } from './tattoos.ts';

function outline({ build }: Look): string {
  const { shoulder, neck, chest, waist, hip } = build;
  return svg`M${-neck} 14L${-neck} 36C${-neck - 1} 47 ${-neck - 14} 50 ${13 - shoulder} 58C${2 - shoulder} 61 ${-shoulder - 1} 72 ${2 - shoulder} 88L${-chest} 106C${1 - chest} 134 ${-waist - 3} 160 ${-waist} 188L${-hip} 230L${hip} 230L${waist} 188C${waist + 3} 160 ${chest - 1} 134 ${chest} 106L${shoulder - 2} 88C${shoulder + 1} 72 ${shoulder - 2} 61 ${shoulder - 13} 58C${neck + 14} 50 ${neck + 1} 47 ${neck} 36L${neck} 14z`;
}

/** Draws the shade of the chin, the collarbones and the light on the chest. */
function drawUpper({ build, skin }: Look): string {
  const { neck, shoulder, chest } = build;
  const chinShade =
    fill(
      svg`M${-neck - 3} 10L${neck + 3} 10L${neck + 1} 36C${neck - 4} 46 -4 56 ${-neck - 2} 40z`,
      skin.shade,
    ) +
    fill(
      svg`M${-neck - 3} 10L${neck} 10L${neck - 2} 27C2 40 ${2 - neck} 40 ${-neck - 3} 30z`,
      skin.deep,
      0.55,
    );
  const collarbones = mirrored(
    line(svg`M${neck * 0.8} 44Q${neck * 0.45} 58 4.5 65`, skin.shade, 2.6, 0.8) +
      line(svg`M6 66.5Q${shoulder * 0.4} 57 ${shoulder - 20} 62`, skin.shade, 2.8, 0.7),
  );
  const light = fill(
    svg`M10 72Q${chest * 0.62} 62 ${chest - 4} 82Q${chest * 0.72} 94 ${chest * 0.45} 93Q12 92 10 72z`,
    skin.bright,
    0.5,
  );
  return chinShade + collarbones + light;
}

function drawSportsTop({ look, clothes }: Figure): string {
  const { chest, neck } = look.build;
  return (
    fill(
      svg`M${-chest - 6} 84Q${-chest * 0.5} 80 ${-neck - 6} 58L${-neck - 1} 55Q${-neck} 80 0 84Q${neck} 80 ${neck + 1} 55L${neck + 6} 58Q${chest * 0.5} 80 ${chest + 6} 84L${chest + 4} 126Q0 136 ${-chest - 4} 126z`,
      clothes.main,
    ) +
    fill(
      svg`M${-chest - 6} 84Q${-chest * 0.62} 80 ${-neck - 9} 60L${-neck - 1} 56Q${-neck - 2} 76 ${-chest * 0.3} 86Q${-chest * 0.46} 108 ${-chest * 0.3} 132L${-chest - 6} 128z`,
      clothes.dark,
    ) +
    fill(
      svg`M12 92Q${chest * 0.6} 84 ${chest - 6} 94Q${chest * 0.6} 100 12 98z`,
      lighten(clothes.main, 0.35),
      0.5,
    ) +
    fill(
      svg`M${-chest - 6} 119Q0 131 ${chest + 6} 119L${chest + 6} 130Q0 140 ${-chest - 6} 130z`,
      clothes.second,
    ) +
    line(svg`M3 104Q14 112 ${chest - 10} 104`, clothes.dark, 2.4, 0.6)
  );
}

function drawChest({ build, skin }: Look): string {
  const { chest, cut } = build;
  const muscles = fill(
    svg`M1 112C10 127 ${chest - 18} 128 ${chest - 1} 98C${chest - 6} 124 ${chest - 22} 138 1 121z`,
    skin.shade,
    0.5 + cut * 0.4,
  );
  return mirrored(muscles) + line('M0 70Q1.5 92 0 118', skin.shade, 2.4, 0.8 * cut + 0.1);
}

/** Draws the muscles of the belly, or its roundness. */
function drawBelly({ build, skin, sex }: Look): string {
  const { waist, chest, cut } = build;
  const isWoman = sex === 'female';
  const depth = 0.8 * cut + 0.1;
  const middle = line(svg`M0 ${isWoman ? 140 : 122}Q1.5 160 0 192`, skin.shade, 2.2, depth);
  const rows = isWoman ? [150, 168] : [136, 153, 170];
  const muscles =
    cut > 0.5
      ? rows
          .map(
            (y) =>
              mirrored(
                line(
                  svg`M2.5 ${y}Q${waist * 0.24} ${y + 3.5} ${waist * 0.46} ${y - 3}`,
                  skin.shade,
                  2.2,
                  depth,
                ),
              ) +
              (isWoman
                ? ''
                : fill(
                    svg`M5 ${y - 13}Q${waist * 0.3} ${y - 15} ${waist * 0.42} ${y - 9}Q${waist * 0.4} ${y - 2} 5 ${y - 1}z`,
                    skin.bright,
                    0.32,
                  )),
          )
          .join('')
      : fill(svg`M6 140Q${waist * 0.9} 136 ${waist * 0.82} 172Q30 196 6 186z`, skin.bright, 0.28) +
        line(svg`M${-waist * 0.5} 190Q0 200 ${waist * 0.5} 190`, skin.shade, 2.4, 0.7);
  const flanks = mirrored(
    line(svg`M${chest * 0.5} 128Q${waist * 0.6} 160 ${waist * 0.5} 196`, skin.shade, 2, cut * 0.55),
  );
  const navel = fill('M-1.8 181Q0 177 1.8 181Q1.5 186 0 186.5Q-1.5 186-1.8 181z', skin.deep, 0.7);
  return middle + muscles + flanks + navel;
}

/** Draws neck, chest and belly. `toBelly`: whether the belly is in the picture. */
export function drawTorso(figure: Figure, toBelly: boolean): string {
  const { look, light, pen } = figure;
  const clothing = look.sex === 'female' ? drawSportsTop(figure) : drawChest(look);
  const inside = drawUpper(look) + clothing + (toBelly ? drawBelly(look) : '') + drawBodyInk(look);
  return pen.solid(
    outline(look),
    { rim: light.rim, shade: look.skin.shade, lit: look.skin.flat },
    { shadeWidth: 13, rimWidth: 2.4, inside: `<g transform="translate(3.5 0)">${inside}</g>` },
  );
}

import type { Figure } from './figure.ts';
import { drawBackHair, drawHair } from './hair.ts';
import { drawMongkol } from './headwear.ts';
import type { Look } from './look.ts';
import { fill, lighten, line, mixColours, svg } from './svg.ts';

/** The face is turned a little to the right: x of its middle. */
const MIDDLE = 5;
const EYE_DARK = '#160d0a';
const EYE_WHITE = '#f1e6da';

/** Measures of a head: half widths, and y of the chin. */
interface Measures {
  readonly half: number;
  readonly jaw: number;
  readonly chin: number;
  readonly end: number;
}

function measuresOf({ head, sex }: Look): Measures {
  const isWoman = sex === 'female';
  return {
    half: head.width - (isWoman ? 1.2 : 0),
    jaw: isWoman ? Math.min(head.jaw - 3.5, 17) : head.jaw,
    chin: isWoman ? Math.min(head.chin - 2.5, 7) : head.chin,
    end: 36 + head.length,
  };
}

const faceOutline = ({ half: w, jaw, chin, end }: Measures): string =>
  svg`M${-w} -10C${-w} -33 -15 -39 0 -39C15 -39 ${w - 1} -32 ${w - 1.5} -13L${w - 2.4} -3C${w - 0.8} 3 ${w - 2} 10 ${w - 4} 15C${jaw + 0.5} 23 ${MIDDLE + chin + 2} ${end - 2} ${MIDDLE + chin * 0.55} ${end}Q${MIDDLE} ${end + 1.4} ${MIDDLE - chin * 0.7} ${end}C${MIDDLE - chin - 5} ${end - 2} ${3 - jaw} ${end - 7} ${-jaw - 1} 21C${-jaw - 3} 14 ${-w - 0.6} 6 ${-w} -10z`;

/** Draws the shaded side with the notch of the cheekbone, the lit planes and the sockets of the eyes. */
function drawPlanes({ skin }: Look, { half: w, end }: Measures): string {
  return (
    fill(
      svg`M${-w - 4} -40L-8 -40C-13 -30 -15 -20 -12.5 -11C-14.5 -6 -16.5 0 -17 5C-14 9 -9.5 12 -8.5 18C-8 25 -6 31 -2 ${end + 3}L${-w - 4} ${end + 3}z`,
      skin.shade,
    ) +
    fill(svg`M14 6Q${w - 5} 4 ${w - 4.6} 9Q${w - 8} 15 14 13.5Q12 9 14 6z`, skin.bright, 0.75) +
    fill('M3-31Q15-30 18-20Q12-16 4-18Q-1-25 3-31z', skin.bright, 0.5) +
    fill(
      svg`M2 ${end - 6}Q7 ${end - 8} 11 ${end - 5.5}Q7 ${end - 1.5} 2 ${end - 6}z`,
      skin.bright,
      0.45,
    ) +
    fill('M-13-7Q-4-10 2.5-5Q3 1 0 4Q-7 6.5-12 3z', skin.deep, 0.38) +
    fill('M8-5Q14-9 21-6.5Q22 1 18 4Q11 5.5 8 1z', skin.shade, 0.8)
  );
}

function drawBeard({ beard, beardTone, skin }: Look, { half: w, chin, end }: Measures): string {
  const colour = mixColours(beardTone.shade, beardTone.flat, 0.5);
  const jaw = svg`M${-w - 2} 0L${4 - w} 1C${5 - w} 15 ${10 - w} 23 -6 22.5Q-1 16 ${MIDDLE} 18Q13 16 15.5 20C${w - 6} 19 ${w - 4} 12 ${w - 3} 4L${w + 3} 8L${MIDDLE + chin + 9} ${end + 3}L${MIDDLE - chin - 6} ${end + 4}L${-w - 4} 22z`;
  switch (beard) {
    case 'stubble':
      return fill(jaw, colour, skin.depth < 2 ? 0.15 : 0.24);
    case 'full':
      return (
        fill(jaw, colour) +
        fill('M-2.5 22.8Q5.5 19.5 13 22.4Q6 29-2.5 22.8z', skin.flat) +
        fill(
          svg`M11 27Q17 25 ${w - 5} 14L${w} 14L${MIDDLE + chin + 6} ${end + 2}L7 ${end + 2}z`,
          beardTone.flat,
          0.7,
        )
      );
    case 'goatee':
      return fill(
        svg`M-1 29Q6 26.5 12.5 28.5Q13 ${end - 1} 9 ${end + 3}L0 ${end + 3}Q-3 ${end - 2} -1 29z`,
        colour,
      );
    default:
      return '';
  }
}

function drawMoustache({ beard, beardTone }: Look): string {
  if (beard === 'none' || beard === 'stubble') return '';
  return fill(
    'M-3.6 21.8Q-1 16.5 5.6 17.2Q12 16.4 14 21.2Q9 19.4 5.6 20.2Q1 19.6-3.6 21.8z',
    mixColours(beardTone.shade, beardTone.flat, 0.5),
  );
}

const drawNose = ({ nose, skin }: Look): string =>
  svg`<g transform="translate(${MIDDLE} 0) scale(${String(Math.round(nose * 100) / 100)} 1)">` +
  fill('M-2.5-6C-1.5 2 1.5 7 5.5 11Q6.5 14-.5 14.6Q-7 15-6.6 11.5Q-3 8-3.4 0z', skin.shade) +
  fill('M0-5L3-4.5C3.5 2 6 6 7.5 9.5Q8 12 5.5 12C3 8 .5 2 0-5z', skin.bright, 0.9) +
  fill('M-6 14.2Q0 19.2 7.5 13.4Q5 14.6 3.6 14.2Q1.4 13 .2 14.6Q-2 16-6 14.2z', skin.deep, 0.75) +
  '</g>';

/** Draws an eye with a heavy upper lid. */
function drawEye({ skin, lids, browTilt, sex }: Look, isLit: boolean): string {
  const x = isLit ? 14.4 : -4.6;
  const scale = `${isLit ? 0.86 : 1} ${Math.round(lids * 100) / 100}`;
  const white = isLit ? EYE_WHITE : mixColours(EYE_WHITE, skin.shade, 0.42);
  const lash = isLit ? 'M6.4 .2L9-2' : 'M-6.5 1L-9.2-1.4';
  return (
    svg`<g transform="translate(${x} .5) scale(${scale}) rotate(${-browTilt * 0.4})">` +
    fill('M-6.2 1.2Q-1-4.6 6.2.4Q1 4-6.2 1.2z', white) +
    `<circle cx=".9" cy="-.4" r="2.9" fill="${EYE_DARK}"/><circle cx="2" cy="-1.5" r=".8" fill="#fff" opacity="${isLit ? '.95' : '.6'}"/>` +
    fill('M-7.2 1.8Q-1.5-6.6 7.4.4Q.4-3.4-7.2 1.8z', EYE_DARK) +
    line('M-5 2.6Q.5 4.6 5 1.8', skin.deep, 0.9, 0.7) +
    (sex === 'female' ? line(lash, EYE_DARK, 1.5) : '') +
    '</g>'
  );
}

function drawBrows({ browWeight: f, browTilt, beardTone }: Look): string {
  const colour = mixColours('#1a1412', beardTone.shade, 0.6);
  return (
    svg`<g transform="translate(1 -6.2) rotate(${-browTilt * 0.6})">` +
    fill(
      svg`M.6 ${1.8 * f}L.2 ${-1.9 * f}Q-7 ${-5.2 * f} -15 -.8Q-8 ${-1.2 * f} .6 ${1.8 * f}z`,
      colour,
    ) +
    svg`</g><g transform="translate(9.2 -6.2) rotate(${browTilt * 0.6})">` +
    fill(
      svg`M-.6 ${1.8 * f}L-.2 ${-1.8 * f}Q6 ${-5 * f} 12.5 -.8Q7 ${-1.2 * f} -.6 ${1.8 * f}z`,
      colour,
    ) +
    '</g>'
  );
}

function drawMouth({ skin, smile, lips, sex }: Look): string {
  const isWoman = sex === 'female';
  const red = mixColours(skin.flat, isWoman ? '#b5394a' : '#a33b3b', isWoman ? 0.72 : 0.4);
  const left = 22.8 - smile;
  const right = 22.4 - smile;
  return (
    fill(
      svg`M-2.6 ${left}Q2 ${21.6 - lips * 1.7} 5.8 ${22 - lips * 0.9}Q9 ${21.6 - lips * 1.7} 13 ${right}Q6 24 -2.6 ${left}z`,
      mixColours(skin.shade, skin.deep, 0.55),
    ) +
    fill(
      svg`M-.4 23.3Q6 ${24.4 + lips * 3.6} 11.6 23Q6 24.2 -.4 23.3z`,
      mixColours(red, skin.deep, isWoman ? 0.06 : 0.18),
    ) +
    line(svg`M-2.6 ${left}Q3 23.4 5.8 23Q9 23.3 13 ${right}`, skin.deep, 1.2) +
    line(
      svg`M2.4 ${26.6 + lips * 2}Q6 ${27.8 + lips * 2} 9.2 ${26.4 + lips * 2}`,
      skin.shade,
      1.6,
      0.7,
    )
  );
}

function drawMark({ mark, skin }: Look): string {
  switch (mark) {
    case 'scar':
      return line('M17-12L13.5-5M17.5 5L15.5 9.5', skin.bright, 1.6);
    case 'tape':
      return '<g transform="translate(16 -10.5) rotate(14)"><rect x="-6" y="-2.4" width="12" height="4.8" rx="2.2" fill="#f3ead9"/><rect x="-2" y="-2.4" width="4" height="4.8" fill="#d9c7a8"/></g>';
    case 'bruise':
      return fill('M10 5Q16 9.5 21 3.5Q17 6.5 10 5z', '#5b2140', 0.55);
    case 'mole':
      return `<circle cx="16" cy="18.5" r="1.3" fill="${skin.deep}"/>`;
    case 'none':
      return '';
  }
}

function drawEar({ look, light }: Figure, { half: w }: Measures): string {
  const { skin, hasCauliflowerEar, hasEarring } = look;
  return (
    fill(
      svg`M${2 - w} -3C${-w - 4} -8 ${-w - 8.4} -2 ${-w - 5.5} 6C${-w - 4.4} 12 ${-w - 1} 15 ${3 - w} 11.5z`,
      light.rim,
    ) +
    fill(
      svg`M${2.4 - w} -2.2C${-w - 2.4} -7 ${-w - 6} -1.5 ${-w - 3.4} 6C${-w - 2.4} 11 ${-w} 13.5 ${3.4 - w} 11z`,
      skin.shade,
    ) +
    line(
      hasCauliflowerEar
        ? svg`M${-w} 0q-3 2-1 4q2 2 0 4`
        : svg`M${1 - w} .5C${-w - 3} -1 ${-w - 3.4} 4 ${-w - 0.6} 8`,
      skin.deep,
      1.7,
    ) +
    (hasEarring ? svg`<circle cx="${-w - 0.6}" cy="13.5" r="1.7" fill="#eaf0fa"/>` : '')
  );
}

/** Draws the head, turned a little to the right and lit from there. */
export function drawHead(figure: Figure): string {
  const { look, light, pen } = figure;
  const { skin } = look;
  const measures = measuresOf(look);
  const { half } = measures;
  const features =
    drawPlanes(look, measures) +
    drawBeard(look, measures) +
    drawNose(look) +
    drawEye(look, false) +
    drawEye(look, true) +
    drawBrows(look) +
    drawMouth(look) +
    drawMoustache(look) +
    drawMark(look);
  const farEar = fill(
    svg`M${half - 3.5} -3Q${half + 2.6} -4 ${half + 1} 5Q${half - 1} 10 ${half - 4} 9z`,
    skin.flat,
  );
  const shine =
    look.hair === 'bald'
      ? fill('M6-34Q17-31 19-20Q13-25 5-27Q2-31 6-34z', lighten(skin.bright, 0.35), 0.7)
      : '';
  return (
    drawBackHair(figure) +
    farEar +
    pen.solid(
      faceOutline(measures),
      { rim: light.rim, shade: skin.shade, lit: skin.flat },
      { shadeWidth: 3.2, rimWidth: 2.2, drop: 0.6, inside: features },
    ) +
    drawEar(figure, measures) +
    drawHair(figure, half) +
    shine +
    drawMongkol(figure, half)
  );
}

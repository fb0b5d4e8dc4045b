import { drawFigure, lookOf } from './fighter.ts';
import { CORNER_COLOURS, GOLD, GOLD_LIGHT, NIGHT } from './palette.ts';
import { POSES, type PoseName } from './pose.ts';
import { hashText, pick, seededRandom } from './random.ts';
import { MOMENTS, type SceneOptions, svgId } from './scene.ts';

export const POSTER_WIDTH = 640;
export const POSTER_HEIGHT = 360;

/** Half the horizontal offset of a line at −14° over the poster's height. */
const SLANT = Math.tan((14 * Math.PI) / 180) * (POSTER_HEIGHT / 2);
const TOP_X = POSTER_WIDTH / 2 + SLANT;
const BOTTOM_X = POSTER_WIDTH / 2 - SLANT;

/** Draws a pattern of kranok-like lozenges, as on shorts and stadium walls. */
export const lattice = (id: string, stroke: string): string =>
  `<pattern id="${id}" width="56" height="56" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)">` +
  `<path d="M28 4l12 24-12 24-12-24zM28 16l6 12-6 12-6-12zM56 0l-5 10-5-10M0 56l5-10 5 10" fill="none" stroke="${stroke}" stroke-width="1.5"/></pattern>`;

/** Draws rays behind a fighter, from the corner at `x`. */
export function rays(x: number, fill: string): string {
  const spokes = Array.from({ length: 12 }, (_, index) => {
    const from = (index * 30 * Math.PI) / 180;
    const to = from + 0.2;
    const far = 560;
    return `M${x} 205L${Math.round(x + Math.cos(from) * far)} ${Math.round(205 + Math.sin(from) * far)}L${Math.round(x + Math.cos(to) * far)} ${Math.round(205 + Math.sin(to) * far)}z`;
  });
  return `<path d="${spokes.join('')}" fill="${fill}" opacity=".08"/>`;
}

/** Draws the poster without the fighters: the backgrounds of both corners and the slash. */
export function drawPosterGround(prefix: string): string {
  const { red, blue } = CORNER_COLOURS;
  const redSide = `M0 0H${TOP_X.toFixed(1)}L${BOTTOM_X.toFixed(1)} ${POSTER_HEIGHT}H0z`;
  const all = `width="${POSTER_WIDTH}" height="${POSTER_HEIGHT}"`;
  return (
    `<defs><radialGradient id="${prefix}-r" cx=".3" cy=".42" r=".62"><stop stop-color="#e23a46"/><stop offset=".5" stop-color="#9d1823"/><stop offset="1" stop-color="${red.deep}"/></radialGradient>` +
    `<radialGradient id="${prefix}-b" cx=".7" cy=".42" r=".62"><stop stop-color="#3f78f5"/><stop offset=".5" stop-color="#1a46b4"/><stop offset="1" stop-color="${blue.deep}"/></radialGradient>` +
    lattice(`${prefix}-lr`, '#ffb0b4') +
    lattice(`${prefix}-lb`, '#9db9ff') +
    `<clipPath id="${prefix}-c"><path d="${redSide}"/></clipPath>` +
    `<linearGradient id="${prefix}-s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${GOLD_LIGHT}"/><stop offset="1" stop-color="${GOLD}"/></linearGradient>` +
    `<linearGradient id="${prefix}-f" x1="0" y1="0" x2="0" y2="1"><stop offset=".62" stop-color="${NIGHT}" stop-opacity="0"/><stop offset="1" stop-color="${NIGHT}" stop-opacity=".5"/></linearGradient></defs>` +
    `<rect ${all} fill="url(#${prefix}-b)"/>${rays(470, '#dbe6ff')}<rect ${all} fill="url(#${prefix}-lb)" opacity=".2"/>` +
    `<g clip-path="url(#${prefix}-c)"><rect ${all} fill="url(#${prefix}-r)"/>${rays(170, '#ffdfe0')}<rect ${all} fill="url(#${prefix}-lr)" opacity=".2"/></g>` +
    `<path d="M${TOP_X.toFixed(1)} 0L${BOTTOM_X.toFixed(1)} ${POSTER_HEIGHT}" stroke="${NIGHT}" stroke-width="17"/>` +
    `<path d="M${TOP_X.toFixed(1)} -4L${BOTTOM_X.toFixed(1)} ${POSTER_HEIGHT + 4}" stroke="url(#${prefix}-s)" stroke-width="5"/>`
  );
}

/** Draws both fighters of a poster, and the shade at the bottom. */
export function drawPosterFighters(
  id: string,
  prefix: string,
  red: PoseName,
  blue: PoseName,
): string {
  const scale = 1.6;
  const lean: Record<PoseName, number> = { guard: 0, kick: -44, knee: -10, teep: -52 };
  const redX = 168 + lean[red];
  const blueX = POSTER_WIDTH - 168 - lean[blue];
  return (
    `<g transform="translate(${redX} 398) scale(${scale})">${drawFigure(POSES[red], 'red', lookOf(`${id}:red`))}</g>` +
    `<g transform="translate(${blueX} 398) scale(${-scale} ${scale})">${drawFigure(POSES[blue], 'blue', lookOf(`${id}:blue`))}</g>` +
    `<rect width="${POSTER_WIDTH}" height="${POSTER_HEIGHT}" fill="url(#${prefix}-f)"/>`
  );
}

/** Returns the poses of the options, or those derived from the id. */
export function posesOf(id: string, options: SceneOptions): readonly [PoseName, PoseName] {
  const [red, blue] = pick(MOMENTS, seededRandom(hashText(`poster:${id}`))());
  return [options.red ?? red, options.blue ?? blue];
}

/** Draws the split poster of a bout or a live, 640×360: red left, blue right, the gold slash at −14° between. */
export function drawPoster(id: string, options: SceneOptions = {}): string {
  const [red, blue] = posesOf(id, options);
  const prefix = svgId('poster', `${id}:${red}:${blue}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    `${drawPosterGround(prefix)}${drawPosterFighters(id, prefix, red, blue)}</svg>`
  );
}

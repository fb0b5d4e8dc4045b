import { drawFigure, lookOf } from './fighter.ts';
import { drawLogo } from './marks.ts';
import { CORNER_COLOURS, GOLD, NIGHT } from './palette.ts';
import { POSE_NAMES, POSES } from './pose.ts';
import {
  drawPosterFighters,
  drawPosterGround,
  lattice,
  POSTER_HEIGHT,
  POSTER_WIDTH,
  posesOf,
  rays,
} from './poster.ts';
import { hashText, pick, seededRandom } from './random.ts';
import { svgId } from './scene.ts';

export const SHARE_CARD_WIDTH = 1200;
export const SHARE_CARD_HEIGHT = 630;

/** The logo in the upper left corner of every card, beside the site's name. */
const MARK = drawLogo().replace('<svg ', '<svg x="52" y="36" width="60" height="60" ');

/** Draws a shade that increases towards `y2`, so that white text is readable on any drawing. */
const shade = (id: string, [y1, y2]: readonly [number, number], middle: number): string =>
  `<linearGradient id="${id}" x1="0" y1="${y1}" x2="0" y2="${y2}"><stop stop-color="${NIGHT}" stop-opacity="0"/><stop offset=".55" stop-color="${NIGHT}" stop-opacity="${middle}"/><stop offset="1" stop-color="${NIGHT}"/></linearGradient>`;

/** An uploaded poster of 16:9 in place of the drawn one. */
export interface CardPoster {
  readonly path: string;
  /** The part to keep in view, in percent of the height. */
  readonly focusY: number;
}

/** Places a poster over the whole width. It is higher than the card, so it is cut above and below its focus. */
function placePoster({ path, focusY }: CardPoster): string {
  const height = (SHARE_CARD_WIDTH * 9) / 16;
  const top = ((SHARE_CARD_HEIGHT - height) * focusY) / 100;
  return `<image href="${path}" y="${top}" width="${SHARE_CARD_WIDTH}" height="${height}"/>`;
}

/**
 * Draws the background of a bout's or live's card: the poster of `id`, shaded behind the texts, with the corners' lines
 * and the slash between the names. Content of an SVG of 1200×630.
 */
export function drawBoutGround(id: string, poster: CardPoster | null = null): string {
  const prefix = svgId('share', id);
  const [redPose, bluePose] = posesOf(id, {});
  const scale = SHARE_CARD_WIDTH / POSTER_WIDTH;
  const lift = (POSTER_HEIGHT * scale - SHARE_CARD_HEIGHT) / 2;
  return (
    `<defs>${shade(`${prefix}-n`, [0, 1], 0.92)}${shade(`${prefix}-t`, [1, 0], 0.5)}</defs>` +
    (poster === null
      ? `<g transform="translate(0 ${-lift * 0.6}) scale(${scale})">${drawPosterGround(prefix)}</g>` +
        `<g transform="translate(0 64) scale(${scale})">${drawPosterFighters(id, prefix, redPose, bluePose)}</g>`
      : placePoster(poster)) +
    `<rect width="${SHARE_CARD_WIDTH}" height="170" fill="url(#${prefix}-t)" opacity=".8"/>` +
    `<rect y="290" width="${SHARE_CARD_WIDTH}" height="340" fill="url(#${prefix}-n)"/>` +
    `<path d="M607.5 438L592.5 498" stroke="${GOLD}" stroke-width="7"/>` +
    `<path d="M56 560H592" stroke="#e5323e" stroke-width="5"/><path d="M608 560H1144" stroke="#3b76ff" stroke-width="5"/>${MARK}`
  );
}

/** Draws the background of a fighter's card: the fighter on the right with rays, space for texts on the left. */
export function drawFighterGround(id: string, portrait: string | null = null): string {
  const prefix = svgId('share-one', id);
  const { red } = CORNER_COLOURS;
  const pose = pick(POSE_NAMES, seededRandom(hashText(`share:${id}`))());
  const panel = 'M792 0H1200V630H635z';
  return (
    `<defs><radialGradient id="${prefix}-g" cx=".5" cy=".4" r=".75"><stop stop-color="#e23a46"/><stop offset=".5" stop-color="#9d1823"/><stop offset="1" stop-color="${red.deep}"/></radialGradient>` +
    `${lattice(`${prefix}-l`, '#ffb0b4')}<clipPath id="${prefix}-c"><path d="${panel}"/></clipPath></defs>` +
    `<rect width="${SHARE_CARD_WIDTH}" height="${SHARE_CARD_HEIGHT}" fill="${NIGHT}"/>` +
    `<g clip-path="url(#${prefix}-c)"><path d="${panel}" fill="url(#${prefix}-g)"/>` +
    `<g transform="translate(610 0) scale(1.8)">${rays(190, '#ffdfe0')}</g><path d="${panel}" fill="url(#${prefix}-l)" opacity=".2"/></g>` +
    (portrait === null
      ? `<g transform="translate(925 700) scale(2.6)">${drawFigure(POSES[pose], 'red', lookOf(`${id}:red`))}</g>`
      : `<g clip-path="url(#${prefix}-c)"><image href="${portrait}" x="${SHARE_CARD_WIDTH - SHARE_CARD_HEIGHT}" width="${SHARE_CARD_HEIGHT}" height="${SHARE_CARD_HEIGHT}"/></g>`) +
    `<path d="M792 -4L634 634" stroke="${GOLD}" stroke-width="7"/>${MARK}`
  );
}

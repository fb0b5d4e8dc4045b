import {
  ARENA_HEIGHT,
  ARENA_WIDTH,
  arenaDefs,
  drawCrowd,
  drawForeground,
  drawHall,
  drawLamps,
  drawRing,
  drawShadow,
  FLOOR_Y,
  LAMPS,
} from './arena.ts';
import { drawFigure, lookOf } from './fighter.ts';
import { POSE_NAMES, POSES, type PoseName } from './pose.ts';
import { hashText, pick, seededRandom } from './random.ts';

export interface SceneOptions {
  /** Pose of each corner; default: derived from the id. */
  readonly red?: PoseName;
  readonly blue?: PoseName;
}

const SCALE = 1.76;

/** Pairs of poses that form a moment of a bout. */
export const MOMENTS: readonly [
  readonly [PoseName, PoseName],
  ...(readonly [PoseName, PoseName])[],
] = [
  ['guard', 'kick'],
  ['knee', 'guard'],
  ['teep', 'guard'],
  ['kick', 'guard'],
  ['guard', 'teep'],
  ['guard', 'knee'],
];

/** Returns the distance of the fighters, so that a kick lands and a knee is close. */
function gapOf(red: PoseName, blue: PoseName): number {
  const needs: Record<PoseName, number> = { guard: 250, kick: 262, knee: 176, teep: 264 };
  if (red === 'guard' && blue === 'guard') return 250;
  if (red === 'guard') return needs[blue];
  if (blue === 'guard') return needs[red];
  return Math.max(needs[red], needs[blue]) + 60;
}

/** Returns a valid SVG id. */
export const svgId = (kind: string, id: string): string => `${kind}-${hashText(id).toString(36)}`;

/** Draws a moment of a bout in the arena, 1280×720: lamps, crowd, ring and both fighters, determined by the id. */
export function drawScene(id: string, options: SceneOptions = {}): string {
  const [redMoment, blueMoment] = pick(MOMENTS, seededRandom(hashText(`moment:${id}`))());
  const red = options.red ?? redMoment;
  const blue = options.blue ?? blueMoment;
  const prefix = svgId('scene', `${id}:${red}:${blue}`);
  const gap = gapOf(red, blue);
  const redX = ARENA_WIDTH / 2 - gap / 2;
  const blueX = ARENA_WIDTH / 2 + gap / 2;
  const figure = (pose: PoseName, corner: 'red' | 'blue', x: number): string =>
    `<g transform="translate(${x} ${FLOOR_Y}) scale(${corner === 'red' ? SCALE : -SCALE} ${SCALE})">` +
    `${drawFigure(POSES[pose], corner, lookOf(`${id}:${corner}`))}</g>`;
  const attackerIsRed = POSE_NAMES.indexOf(red) > 0;
  const figures = [figure(blue, 'blue', blueX), figure(red, 'red', redX)];
  if (!attackerIsRed) figures.reverse();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ARENA_WIDTH} ${ARENA_HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">` +
    arenaDefs(prefix) +
    drawHall(prefix) +
    drawCrowd(id) +
    drawLamps(prefix, LAMPS) +
    drawRing(prefix) +
    drawShadow(prefix, redX) +
    drawShadow(prefix, blueX) +
    figures.join('') +
    drawForeground(prefix) +
    '</svg>'
  );
}

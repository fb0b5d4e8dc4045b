import {
  ARENA_HEIGHT,
  ARENA_WIDTH,
  arenaDefs,
  drawCrowdRows,
  drawHall,
  drawLamps,
  drawRing,
  drawShadow,
  FLOOR_Y,
  LAMPS,
} from '@sangwian/ui/art/arena';
import { drawFigure, type FighterLook } from '@sangwian/ui/art/fighter';
import { move, type Point, round } from '@sangwian/ui/art/geometry';
import { CORNER_COLOURS, SKINS } from '@sangwian/ui/art/palette';
import { type Corner, skeletonOf } from '@sangwian/ui/art/pose';
import { seededRandom } from '@sangwian/ui/art/random';
import { type BoutFrame, FIGURE_SCALE, FRAMES_PER_S, loopWave } from './choreography.ts';
import { MOVES } from './moves.ts';
import { drawApron, drawScoreboard, drawScoreboardCase, drawTimeCode } from './scoreboard.ts';
import { IMPACTS, type Impact, LOOP_S, ROUND_S } from './script.ts';

const ID = 'bout';
const LOOKS: Readonly<Record<Corner, FighterLook>> = {
  red: { skin: SKINS[0], hair: 'short', trim: 'stripes' },
  blue: { skin: SKINS[1] ?? SKINS[0], hair: 'fade', trim: 'band' },
};

/** Draws the static layers. */
export const drawStill = (): {
  readonly hall: string;
  readonly crowd: readonly string[];
  readonly ring: string;
} => ({
  hall: arenaDefs(ID) + drawHall(ID),
  crowd: drawCrowdRows('demo'),
  ring: drawRing(ID) + drawScoreboardCase() + drawApron(),
});

/** Returns the seconds from `fromS` to `timeS`, wrapping around the end of the loop. */
const since = (fromS: number, timeS: number): number => (timeS - fromS + LOOP_S) % LOOP_S;

/** Returns the excitement of the crowd, 0.15 to about 1.3; it rises with each blow and fades. */
export function excitementAt(timeS: number): number {
  const blows = IMPACTS.reduce(
    (sum, { atS, weight, blocked }) =>
      sum + weight * (blocked ? 0.5 : 1) * Math.exp(-since(atS, timeS) / 1.1),
    0,
  );
  const bells = Math.exp(-since(0, timeS) / 2) * 0.6 + Math.exp(-since(ROUND_S, timeS) / 1.6) * 0.9;
  return 0.15 + Math.min(0.75, blows) + bells * 0.5;
}

/** Returns the upward offset of each row of the crowd in pixels. */
export const crowdShifts = (timeS: number, rows: number): number[] =>
  Array.from({ length: rows }, (_, row) => {
    const jump = Math.max(0, loopWave(timeS, 118 + row * 9, row * 1.7));
    return -jump * (2 + row * 1.1) * Math.max(0, excitementAt(timeS) - 0.3) * 2;
  });

/** Draws the lamps: steady during the round, in sequence at the bells, slightly brighter at a blow. */
export function drawLampsAt(timeS: number): string {
  const bell = Math.max(Math.exp(-since(0, timeS) / 0.8), Math.exp(-since(ROUND_S, timeS) / 0.8));
  const chase = bell > 0.08;
  return drawLamps(
    ID,
    LAMPS.map((lamp, index) => {
      const turn = chase ? bell * 0.45 * Math.sin(timeS * 14 + index * 1.05) : 0;
      // Brightness changes in steps, so that the frames between two steps are identical and cheap to encode.
      const breath = Math.round(excitementAt(timeS) * 5) / 5;
      return {
        ...lamp,
        power: Math.min(1, Math.max(0.12, lamp.power * 0.86 + breath * 0.14 + turn)),
      };
    }),
  );
}

/** Draws camera flashes in the stands, more of them after a blow. */
export function drawFlashesAt(frame: number): string {
  const flash = (index: number): string => {
    const random = seededRandom(index * 7919 + 13);
    if (random() > excitementAt(index / FRAMES_PER_S) * 0.32 - 0.05) return '';
    const x = Math.round(random() * ARENA_WIDTH);
    const y = Math.round(232 + random() * 140);
    const size = index === frame ? 1 : 0.55;
    return (
      `<circle cx="${x}" cy="${y}" r="${round(34 * size)}" fill="url(#${ID}-lamp)" opacity=".8"/>` +
      `<path d="M${x - 22 * size} ${y}L${x} ${y - 3}L${x + 22 * size} ${y}L${x} ${y + 3}z" fill="#fff"/>`
    );
  };
  return flash(frame) + flash(frame - 1);
}

const toArena = (corner: Corner, x: number, [unitX, unitY]: Point): Point => [
  x + (corner === 'red' ? 1 : -1) * unitX * FIGURE_SCALE,
  FLOOR_Y + unitY * FIGURE_SCALE,
];

const TRAIL_FRAMES = 4;
/** Minimum speed of motion blur in pixels per frame. */
const TRAIL_SPEED = 26;

/** Draws the motion blur of a fast foot or glove from its previous positions. */
function drawTrail(frames: readonly BoutFrame[], frame: number, corner: Corner): string {
  const at = (back: number): BoutFrame | undefined =>
    frames[(frame - back + frames.length) % frames.length];
  return (['leadLeg', 'rearLeg', 'leadArm', 'rearArm'] as const)
    .map((part) => {
      const points = Array.from({ length: TRAIL_FRAMES }, (_, back) => {
        const fighter = at(back)?.[corner];
        return fighter === undefined
          ? undefined
          : toArena(corner, fighter.x, skeletonOf(fighter.pose)[part][2]);
      }).filter((point) => point !== undefined);
      return points
        .slice(1)
        .map((from, index) => {
          const to = points[index] ?? from;
          if (Math.hypot(to[0] - from[0], to[1] - from[1]) < TRAIL_SPEED) return '';
          const width = (part.endsWith('Leg') ? 24 : 26) * (1 - index * 0.24);
          return `<path d="M${from.map(round).join(' ')}L${to.map(round).join(' ')}" stroke="${CORNER_COLOURS[corner].rim}" stroke-width="${round(width)}" stroke-linecap="round" opacity="${(0.34 - index * 0.1).toFixed(2)}"/>`;
        })
        .join('');
    })
    .join('');
}

const BURST_S = 0.17;

/** Draws the burst of a blow: a star that opens and disappears. */
function drawBurst(impact: Impact, timeS: number, frame: BoutFrame): string {
  const age = timeS - impact.atS;
  if (age < -0.01 || age > BURST_S || impact.weight === 0) return '';
  const move0 = MOVES[impact.move];
  if (!('strike' in move0)) return '';
  const { x } = frame[impact.attacker];
  const [centreX, centreY] = toArena(impact.attacker, x, move0.strike.spot);
  const share = Math.max(0, age / BURST_S);
  const size = (22 + impact.weight * 34) * (0.5 + share * 0.8);
  const star = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8 + impact.atS;
    const radius = index % 2 === 0 ? size * (index % 4 === 0 ? 1 : 0.66) : size * 0.3;
    return `${index === 0 ? 'M' : 'L'}${round(centreX + Math.cos(angle) * radius)} ${round(centreY + Math.sin(angle) * radius)}`;
  }).join('');
  const sweat = impact.blocked
    ? ''
    : Array.from({ length: 7 }, (_, index) => {
        const angle = index * 0.9 + impact.atS * 3;
        const [dropX, dropY] = move(
          [centreX, centreY],
          Math.cos(angle) * size * (0.7 + share * 1.7),
          Math.sin(angle) * size * (0.5 + share) - 10 * share,
        );
        return `<circle cx="${round(dropX)}" cy="${round(dropY)}" r="${round(3.6 * (1 - share) + 0.8)}" fill="#eaf1ff"/>`;
      }).join('');
  return (
    `<path d="${star}z" fill="${CORNER_COLOURS[impact.attacker].bright}" opacity="${(0.85 * (1 - share)).toFixed(2)}"/>` +
    `<path d="${star}z" fill="#fff" opacity="${(1 - share).toFixed(2)}" transform="translate(${round(centreX * 0.4)} ${round(centreY * 0.4)}) scale(.6)"/>${sweat}`
  );
}

/** Returns the corner that is drawn in front: the striking one. */
function inFront(timeS: number): Corner {
  const latest = IMPACTS.findLast(({ atS }) => atS - 0.45 <= timeS);
  return latest?.attacker ?? 'red';
}

export function drawFightersAt(frames: readonly BoutFrame[], frame: number): string {
  const bout = frames[frame];
  if (bout === undefined) throw new RangeError(`the loop has no frame ${frame}`);
  const timeS = frame / FRAMES_PER_S;
  const front = inFront(timeS);
  const figure = (corner: Corner): string =>
    drawTrail(frames, frame, corner) +
    `<g transform="translate(${round(bout[corner].x)} ${FLOOR_Y}) scale(${corner === 'red' ? FIGURE_SCALE : -FIGURE_SCALE} ${FIGURE_SCALE})">` +
    `${drawFigure(bout[corner].pose, corner, LOOKS[corner])}</g>`;
  return (
    drawShadow(ID, bout.red.x) +
    drawShadow(ID, bout.blue.x) +
    figure(front === 'red' ? 'blue' : 'red') +
    figure(front) +
    IMPACTS.map((impact) => drawBurst(impact, timeS, bout)).join('')
  );
}

export const drawBoardAt = (frame: number): string =>
  drawScoreboard(frame / FRAMES_PER_S) + drawTimeCode(Math.round((frame * 1000) / FRAMES_PER_S));

export const PICTURE = { width: ARENA_WIDTH, height: ARENA_HEIGHT } as const;

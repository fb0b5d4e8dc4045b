import { mix, type Point } from '@sangwian/ui/art/geometry';
import { type Corner, mixPoses, POSES, type Pose } from '@sangwian/ui/art/pose';
import { CLINCH, MOVES, type Move, REST } from './moves.ts';
import { ACTIONS, CLINCH_S, LOOP_S, ROUND_S, STANDS } from './script.ts';

export const FRAMES_PER_S = 30;
export const FRAMES = LOOP_S * FRAMES_PER_S;
/** Pixels of the arena per unit of a pose. */
export const FIGURE_SCALE = 1.76;
const CENTRE_X = 640;

export interface FighterFrame {
  /** Position of the body in pixels of the arena. */
  readonly x: number;
  readonly pose: Pose;
}

export type BoutFrame = Readonly<Record<Corner, FighterFrame>>;

/** Smoothstep: eases a share from 0 to 1 at both ends. */
export const smooth = (share: number): number => {
  const clamped = Math.min(1, Math.max(0, share));
  return clamped * clamped * (3 - 2 * clamped);
};

const TURN = Math.PI * 2;
/** A wave with a whole number of periods in the loop. */
export const loopWave = (timeS: number, times: number, phase = 0): number =>
  Math.sin((timeS / LOOP_S) * TURN * times + phase);

const facing = (corner: Corner): 1 | -1 => (corner === 'red' ? 1 : -1);

/** Returns the distance of the fighters and their midpoint in pixels. */
function standAt(timeS: number): { readonly gap: number; readonly middle: number } {
  const next = STANDS.findIndex(({ atS }) => atS > timeS);
  const to = STANDS[next === -1 ? STANDS.length - 1 : next] ?? { atS: 0, gap: 0, push: 0 };
  const from = STANDS[(next === -1 ? STANDS.length : next) - 1] ?? to;
  const share = to.atS === from.atS ? 1 : smooth((timeS - from.atS) / (to.atS - from.atS));
  const drift = 62 * loopWave(timeS, 2) + 36 * loopWave(timeS, 5, 1.3) - 36 * Math.sin(1.3);
  return {
    gap: mix(from.gap, to.gap, share) + 7 * loopWave(timeS, 23),
    middle: CENTRE_X + mix(from.push, to.push, share) + drift,
  };
}

/** Returns how much of a state applies at a time, 0 to 1, with eased transitions. */
const within = (timeS: number, [fromS, toS]: readonly [number, number], edgeS: number): number =>
  smooth((timeS - fromS) / edgeS) * smooth((toS - timeS) / edgeS);

/** Returns the pose between moves: guard, clinch or rest, with a slight sway. */
function stanceAt(timeS: number, corner: Corner): Pose {
  const phase = corner === 'red' ? 0 : 1.9;
  const clinch = within(timeS, CLINCH_S, 0.45);
  const rest = within(timeS, [ROUND_S + 0.1, LOOP_S - 0.3], 0.7);
  const calm = mixPoses(mixPoses(POSES.guard, CLINCH, clinch), REST, rest);
  const bounce = loopWave(timeS, 116, phase) * (1 - rest * 0.7) * (1 - clinch * 0.5);
  const sway = loopWave(timeS, 41, phase);
  return {
    ...calm,
    hip: [calm.hip[0] + sway * 2.4, calm.hip[1] + bounce * 2.3],
    lean: calm.lean + sway * 1.6,
    leadHand: [calm.leadHand[0] + sway * 2, calm.leadHand[1] + loopWave(timeS, 87, phase) * 2.6],
    rearHand: [
      calm.rearHand[0] + sway * 1.4,
      calm.rearHand[1] + loopWave(timeS, 87, phase + 1) * 2,
    ],
  };
}

interface Performed {
  readonly pose: Pose;
  /** How much the move, rather than the floor, determines the position of each foot, 0 to 1. */
  readonly lead: number;
  readonly rear: number;
}

/** Easing of strikes: fast at first. */
const snap = (share: number): number => 1 - (1 - share) ** 2.2;

function perform(move: Move, sinceS: number, stance: Pose): Performed {
  const keys = [{ at: 0, pose: {} }, ...move.keys, { at: move.endsAt, pose: {} as Partial<Pose> }];
  const next = Math.max(
    1,
    keys.findIndex(({ at }) => at > sinceS),
  );
  const from = keys[next - 1];
  const to = keys[next];
  if (from === undefined || to === undefined) return { pose: stance, lead: 0, rear: 0 };
  const linear = (sinceS - from.at) / (to.at - from.at);
  const share = next === keys.length - 1 ? smooth(linear) : mix(smooth(linear), snap(linear), 0.6);
  const pose = mixPoses({ ...stance, ...from.pose }, { ...stance, ...to.pose }, share);
  const held = (key: number): number => (key === 0 || key === keys.length - 1 ? 0 : 1);
  const hold = mix(held(next - 1), held(next), share);
  return { pose, lead: move.free === 'lead' ? hold : 0, rear: move.free === 'rear' ? hold : 0 };
}

/** Returns the scripted move of a fighter; a later move replaces an earlier one. */
function performAt(timeS: number, corner: Corner): Performed {
  const stance = stanceAt(timeS, corner);
  const running = ACTIONS.filter(
    ({ who, move, startS }) =>
      who === corner && timeS >= startS && timeS < startS + MOVES[move].endsAt,
  );
  let performed: Performed = { pose: stance, lead: 0, rear: 0 };
  for (const { move, startS } of running) {
    const latest = perform(MOVES[move], timeS - startS, stance);
    const takeOver = smooth((timeS - startS) / 0.1);
    performed =
      performed.pose === stance
        ? latest
        : {
            pose: mixPoses(performed.pose, latest.pose, takeOver),
            lead: mix(performed.lead, latest.lead, takeOver),
            rear: mix(performed.rear, latest.rear, takeOver),
          };
  }
  return performed;
}

interface Foot {
  /** Position on the floor, or start and end of a step, in units. */
  from: number;
  to: number;
  startedS: number;
}

const STEP_S = 0.19;
const STEP_LIFT = 9;
/** A foot this far from its target takes a step. */
const STEP_UNITS = 9;

const footAt = (foot: Foot, timeS: number): { readonly x: number; readonly lift: number } => {
  const share = Math.min(1, (timeS - foot.startedS) / STEP_S);
  return { x: mix(foot.from, foot.to, smooth(share)), lift: Math.sin(share * Math.PI) * STEP_LIFT };
};

/** Animates one fighter: the script moves the body, and feet stay planted until they must step. */
class Walker {
  readonly #corner: Corner;
  readonly #feet: Record<'lead' | 'rear', Foot>;
  #lastRootUnits: number;

  constructor(corner: Corner, rootUnits: number) {
    this.#corner = corner;
    this.#lastRootUnits = rootUnits;
    const planted = (offset: number): Foot => ({
      from: rootUnits + offset,
      to: rootUnits + offset,
      startedS: -9,
    });
    this.#feet = { lead: planted(POSES.guard.leadFoot[0]), rear: planted(POSES.guard.rearFoot[0]) };
  }

  /** Returns the pose at a time; call it with increasing times. */
  advance(timeS: number, scriptS: number, rootX: number): FighterFrame {
    const root = (facing(this.#corner) * rootX) / FIGURE_SCALE;
    const speed = (root - this.#lastRootUnits) * FRAMES_PER_S;
    this.#lastRootUnits = root;
    const performed = performAt(scriptS, this.#corner);
    const stepping = (foot: Foot): boolean => timeS - foot.startedS < STEP_S;
    const offsets = { lead: POSES.guard.leadFoot[0], rear: POSES.guard.rearFoot[0] };
    const order = speed >= 0 ? (['lead', 'rear'] as const) : (['rear', 'lead'] as const);
    for (const side of order) {
      const foot = this.#feet[side];
      const otherSide = side === 'lead' ? 'rear' : 'lead';
      const due = root + offsets[side] + speed * STEP_S * 0.8;
      if (performed[side] > 0.5) {
        this.#feet[side] = { from: root + offsets[side], to: root + offsets[side], startedS: -9 };
      } else if (
        Math.abs(foot.to - due) > STEP_UNITS &&
        !stepping(foot) &&
        performed[otherSide] < 0.3 &&
        (!stepping(this.#feet[otherSide]) || Math.abs(foot.to - due) > STEP_UNITS * 3)
      ) {
        this.#feet[side] = { from: foot.to, to: due, startedS: timeS };
      }
    }
    return { x: rootX, pose: this.#planted(performed, root, timeS) };
  }

  #planted({ pose, lead, rear }: Performed, root: number, timeS: number): Pose {
    const place = (
      side: 'lead' | 'rear',
      own: Point,
      held: number,
    ): { at: Point; lift: number } => {
      const { x, lift } = footAt(this.#feet[side], timeS);
      const ground: Point = [x - root, POSES.guard[`${side}Foot`][1] - lift];
      return { at: [mix(ground[0], own[0], held), mix(ground[1], own[1], held)], lift };
    };
    const leadPlace = place('lead', pose.leadFoot, lead);
    const rearPlace = place('rear', pose.rearFoot, rear);
    return {
      ...pose,
      hip: this.#withinReach(pose.hip, [
        ...(lead > 0.5 ? [] : [leadPlace.at]),
        ...(rear > 0.5 ? [] : [rearPlace.at]),
      ]),
      leadFoot: leadPlace.at,
      rearFoot: rearPlace.at,
      leadSole: pose.leadSole + leadPlace.lift * 1.4,
      rearSole: pose.rearSole + rearPlace.lift * 1.4,
    };
  }

  /** Lowers the hip until both legs reach their feet. */
  #withinReach([x, y]: Point, feet: readonly Point[]): Point {
    const leg = 107;
    const highest = feet.map(([footX, footY]) => {
      const across = Math.min(Math.abs(footX - x) + 5, leg - 10);
      return footY - Math.sqrt(leg * leg - across * across);
    });
    return [x, Math.max(y, ...highest)];
  }
}

/**
 * Returns every frame of the loop. The loop is simulated twice and the second pass is returned, so that the feet end
 * where they start.
 */
export function choreograph(): BoutFrame[] {
  const xAt = (scriptS: number, corner: Corner): number => {
    const { gap, middle } = standAt(scriptS);
    return middle - (facing(corner) * gap) / 2;
  };
  const walkers = {
    red: new Walker('red', xAt(0, 'red') / FIGURE_SCALE),
    blue: new Walker('blue', -xAt(0, 'blue') / FIGURE_SCALE),
  };
  const frames: BoutFrame[] = [];
  for (let frame = 0; frame < FRAMES * 2; frame += 1) {
    const timeS = frame / FRAMES_PER_S;
    const scriptS = timeS % LOOP_S;
    const next: BoutFrame = {
      red: walkers.red.advance(timeS, scriptS, xAt(scriptS, 'red')),
      blue: walkers.blue.advance(timeS, scriptS, xAt(scriptS, 'blue')),
    };
    if (frame >= FRAMES) frames.push(next);
  }
  return frames;
}

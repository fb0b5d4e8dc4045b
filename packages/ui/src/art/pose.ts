import { mix, move, type Point, ray, reach } from './geometry.ts';

export type Corner = 'red' | 'blue';

/**
 * Pose of a fighter facing right, in units of which the body is about 235 high. The floor is y = 0, and the origin is
 * between the feet. Lead limbs are the far ones, rear limbs the near ones. Poses are interpolated number by number for
 * animation.
 */
export interface Pose {
  readonly hip: Point;
  /** Forward lean of the trunk in degrees. */
  readonly lean: number;
  /** Turn of the shoulders towards the viewer: 0 in profile, 1 open. */
  readonly open: number;
  /** Nod of the head relative to the trunk in degrees. */
  readonly nod: number;
  /** Wrists, from the base of the neck. */
  readonly leadHand: Point;
  readonly rearHand: Point;
  /** Ankles, from the origin; 8 above the floor stands flat. */
  readonly leadFoot: Point;
  readonly rearFoot: Point;
  /** Degrees of the sole: 0 flat, 30 on the toes, -60 toes up. */
  readonly leadSole: number;
  readonly rearSole: number;
}

export const POSE_NAMES = ['guard', 'kick', 'knee', 'teep'] as const;
export type PoseName = (typeof POSE_NAMES)[number];

export const POSES: Readonly<Record<PoseName, Pose>> = {
  guard: {
    hip: [-4, -106],
    lean: 7,
    open: 0.62,
    nod: 6,
    leadHand: [42, -2],
    rearHand: [27, 4],
    leadFoot: [29, -8],
    rearFoot: [-34, -10],
    leadSole: 0,
    rearSole: 16,
  },
  kick: {
    hip: [6, -115],
    lean: -30,
    open: 0.85,
    nod: 16,
    leadHand: [28, 10],
    rearHand: [-40, 48],
    leadFoot: [-8, -9],
    rearFoot: [100, -186],
    leadSole: 8,
    rearSole: -30,
  },
  knee: {
    hip: [14, -116],
    lean: -12,
    open: 0.5,
    nod: 14,
    leadHand: [55, -8],
    rearHand: [44, 6],
    leadFoot: [-6, -14],
    rearFoot: [24, -92],
    leadSole: 26,
    rearSole: 62,
  },
  teep: {
    hip: [-2, -112],
    lean: -24,
    open: 0.6,
    nod: 18,
    leadHand: [16, 34],
    rearHand: [22, 4],
    leadFoot: [106, -132],
    rearFoot: [-16, -8],
    leadSole: -78,
    rearSole: 4,
  },
};

/** Interpolates between two poses; `share` is 0 to 1. */
export function mixPoses(from: Pose, to: Pose, share: number): Pose {
  const number = (a: number, b: number): number => mix(a, b, share);
  const point = (a: Point, b: Point): Point => [number(a[0], b[0]), number(a[1], b[1])];
  return {
    hip: point(from.hip, to.hip),
    lean: number(from.lean, to.lean),
    open: number(from.open, to.open),
    nod: number(from.nod, to.nod),
    leadHand: point(from.leadHand, to.leadHand),
    rearHand: point(from.rearHand, to.rearHand),
    leadFoot: point(from.leadFoot, to.leadFoot),
    rearFoot: point(from.rearFoot, to.rearFoot),
    leadSole: number(from.leadSole, to.leadSole),
    rearSole: number(from.rearSole, to.rearSole),
  };
}

const BONES = {
  trunk: 66,
  neck: 25,
  arm: [36, 34],
  leg: [55, 54],
} as const;

export interface Skeleton {
  readonly hip: Point;
  readonly neck: Point;
  readonly head: Point;
  /** Tilt of the head in degrees. */
  readonly headTilt: number;
  readonly lean: number;
  readonly open: number;
  readonly leadArm: readonly [shoulder: Point, elbow: Point, wrist: Point];
  readonly rearArm: readonly [shoulder: Point, elbow: Point, wrist: Point];
  readonly leadLeg: readonly [hip: Point, knee: Point, ankle: Point];
  readonly rearLeg: readonly [hip: Point, knee: Point, ankle: Point];
  readonly leadSole: number;
  readonly rearSole: number;
}

/** Returns the positions of all joints in a pose. */
export function skeletonOf(pose: Pose): Skeleton {
  const { hip, lean, open } = pose;
  const neck = ray(hip, lean - 90, BONES.trunk);
  const headTilt = lean * 0.4 + pose.nod;
  const head = ray(move(neck, 2, 0), headTilt - 90, BONES.neck);
  const arm = (shoulder: Point, hand: Point): readonly [Point, Point, Point] => {
    const { middle, end } = reach(shoulder, move(neck, hand[0], hand[1]), BONES.arm, 1);
    return [shoulder, middle, end];
  };
  const leg = (top: Point, foot: Point): readonly [Point, Point, Point] => {
    const { middle, end } = reach(top, foot, BONES.leg, -1);
    return [top, middle, end];
  };
  const width = 6 + open * 16;
  const shoulders = ray(neck, lean + 90, 9);
  return {
    hip,
    neck,
    head,
    headTilt,
    lean,
    open,
    leadArm: arm(ray(shoulders, lean + 4, width * 0.85), pose.leadHand),
    rearArm: arm(ray(shoulders, lean + 184, width), pose.rearHand),
    leadLeg: leg(ray(hip, lean * 0.3, 7), pose.leadFoot),
    rearLeg: leg(ray(hip, lean * 0.3 + 180, 7), pose.rearFoot),
    leadSole: pose.leadSole,
    rearSole: pose.rearSole,
  };
}

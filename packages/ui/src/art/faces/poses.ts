import type { Point } from '../geometry.ts';
import type { Build } from './look.ts';

export const FACE_POSES = [
  'guard',
  'stare',
  'wai',
  'fist',
  'cross',
  'hips',
  'jab',
  'chin',
  'elbow',
  'victory',
  'defeat',
] as const;
export type FacePose = (typeof FACE_POSES)[number];

/** Poses of portraits. The others belong to a result. */
export const PORTRAIT_POSES: readonly [FacePose, ...FacePose[]] = [
  'guard',
  'stare',
  'wai',
  'fist',
  'cross',
  'hips',
  'jab',
  'chin',
  'elbow',
];

/** The lean of the body in degrees. */
export const BODY_LEAN: Readonly<Record<FacePose, number>> = {
  guard: 2.5,
  stare: 0,
  wai: 0,
  fist: -3,
  cross: -1.5,
  hips: 1.5,
  jab: 4,
  chin: -3,
  elbow: 5,
  victory: -2.5,
  defeat: 1.5,
};

/** The side of the body that is near the viewer. */
type ArmSide = 'near' | 'far';

export interface Arm {
  readonly side: ArmSide;
  readonly shoulder: Point;
  readonly elbow: Point;
  readonly wrist: Point;
  readonly hand: { readonly at: Point; readonly turn: number; readonly scale: number };
  /** Thickness of the forearm, which comes towards the viewer. */
  readonly forearm: number;
  /** Whether the hand is only wrapped, without a glove. */
  readonly isWrapped: boolean;
  /** Whether the arm lies before the other one, without the lamp on its edge. */
  readonly isInner: boolean;
}

interface ArmOptions {
  readonly scale?: number;
  readonly forearm?: number;
  readonly isWrapped?: boolean;
  readonly isInner?: boolean;
}

type Place = (
  elbow: Point,
  wrist: Point,
  hand: readonly [x: number, y: number, turn: number],
  options?: ArmOptions,
) => Arm;

const placeArm =
  (side: ArmSide, shoulder: Point): Place =>
  (elbow, wrist, [x, y, turn], options = {}) => ({
    side,
    shoulder,
    elbow,
    wrist,
    hand: { at: [x, y], turn, scale: options.scale ?? 1 },
    forearm: options.forearm ?? 1,
    isWrapped: options.isWrapped ?? false,
    isInner: options.isInner ?? false,
  });

interface PlacedArms {
  /** Behind the body. */
  readonly back: readonly Arm[];
  /** Before the body, the last one in front. */
  readonly front: readonly Arm[];
}

const SHOULDER_Y = 76;

/** Returns the arms of a pose that covers the chest. */
function guardedArms(pose: FacePose, s: number, near: Place, far: Place): PlacedArms | null {
  switch (pose) {
    case 'guard':
      return {
        back: [],
        front: [
          far([s - 2, 138], [33, 96], [30, 66, -8], { forearm: 1.05 }),
          near([2 - s, 142], [-33, 106], [-31, 76, 9], { scale: 1.06, forearm: 1.1 }),
        ],
      };
    case 'chin':
      return {
        back: [],
        front: [
          far([s + 2, 132], [46, 84], [42, 52, 12], { scale: 0.96 }),
          near([2 - s, 142], [-12, 112], [-4, 84, 24], { scale: 1.04 }),
        ],
      };
    case 'wai':
      return {
        back: [],
        front: [
          far([s + 4, 144], [15, 116], [13, 88, -14], { scale: 0.94, isInner: true }),
          near([-s - 4, 144], [-13, 118], [-10, 89, 14], { scale: 0.94 }),
        ],
      };
    case 'elbow':
      return {
        back: [],
        front: [
          near([2 - s, 142], [-33, 104], [-31, 74, 9], { scale: 1.02, forearm: 1.1 }),
          far([-2, 78], [s - 12, 94], [s - 2, 96, 96], {
            scale: 0.95,
            isInner: true,
            forearm: 1.1,
          }),
        ],
      };
    case 'jab':
      return {
        back: [],
        front: [
          near([2 - s, 142], [-34, 104], [-32, 74, 8]),
          far([s - 4, 122], [36, 116], [26, 104, -4], { scale: 1.62, forearm: 1.2 }),
        ],
      };
    default:
      return null;
  }
}

/** Returns the arms of a pose. */
export function armsOf(pose: FacePose, build: Build): PlacedArms {
  const { shoulder: s, waist } = build;
  const near = placeArm('near', [8 - s, SHOULDER_Y]);
  const far = placeArm('far', [s - 8, SHOULDER_Y]);
  const hanging = near([-s - 8, 136], [-s - 4, 192], [-s - 4, 222, 178]);
  switch (pose) {
    case 'fist':
      return {
        back: [hanging],
        front: [far([s + 22, 96], [s + 6, 44], [s + 2, 13, -9], { scale: 1.02 })],
      };
    // The raised arm is on the outer side, away from the text between the corners.
    case 'victory':
      return {
        back: [near([-s - 14, 26], [-s - 1, -22], [1 - s, -51, 5], { scale: 0.98 })],
        front: [far([s + 5, 136], [s - 20, 108], [s - 26, 80, -12], { scale: 0.98 })],
      };
    case 'cross':
      return {
        back: [],
        front: [
          far([s - 1, 136], [-14, 122], [-28, 119, -84], {
            isWrapped: true,
            scale: 0.95,
            isInner: true,
          }),
          near([1 - s, 140], [18, 138], [32, 132, 74], { isWrapped: true }),
        ],
      };
    case 'hips':
      return {
        back: [
          near([-s - 20, 138], [-waist - 8, 196], [-waist - 1, 206, 160], {
            isWrapped: true,
            scale: 0.95,
          }),
          far([s + 20, 138], [waist + 8, 196], [waist + 1, 206, -160], {
            isWrapped: true,
            scale: 0.95,
          }),
        ],
        front: [],
      };
    default:
      return (
        guardedArms(pose, s, near, far) ?? {
          back: [
            near([-s - 7, 138], [2 - s, 192], [4 - s, 222, 184], { scale: 1.02 }),
            far([s + 7, 138], [s - 2, 192], [s - 4, 222, 176], { scale: 1.02 }),
          ],
          front: [],
        }
      );
  }
}

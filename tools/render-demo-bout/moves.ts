import { POSES, type Pose } from '@sangwian/ui/art/pose';

/** A keyframe of a move: the pose reached `at` seconds after the start. Omitted values come from the guard. */
interface Key {
  readonly at: number;
  readonly pose: Partial<Pose>;
}

export interface Move {
  readonly keys: readonly Key[];
  /** Seconds until the fighter is back in the guard. */
  readonly endsAt: number;
  /** The foot that leaves the floor; the other foot stays in place. */
  readonly free?: 'lead' | 'rear';
  /** An attack: the time of impact, the distance of the fighters at that time (in pixels), and the force. */
  readonly strike?: {
    readonly at: number;
    readonly gap: number;
    readonly weight: number;
    /** Point of impact relative to the attacker's feet, in pose units. */
    readonly spot: readonly [x: number, y: number];
  };
}

const jab: Move = {
  keys: [
    { at: 0.1, pose: { lean: 10, leadHand: [38, 2], hip: [0, -105] } },
    {
      at: 0.18,
      pose: { lean: 15, open: 0.35, hip: [9, -104], leadHand: [72, -12], rearHand: [22, 2] },
    },
    {
      at: 0.22,
      pose: { lean: 15, open: 0.35, hip: [9, -104], leadHand: [71, -12], rearHand: [22, 2] },
    },
  ],
  endsAt: 0.44,
  strike: { at: 0.18, gap: 214, weight: 0.35, spot: [104, -184] },
};

const cross: Move = {
  keys: [
    { at: 0.1, pose: { lean: 3, rearHand: [20, 8], hip: [-6, -105] } },
    {
      at: 0.22,
      pose: {
        lean: 21,
        open: 0.9,
        hip: [12, -102],
        rearHand: [76, -10],
        leadHand: [28, 2],
        rearSole: 34,
      },
    },
    {
      at: 0.27,
      pose: {
        lean: 20,
        open: 0.9,
        hip: [12, -102],
        rearHand: [74, -10],
        leadHand: [28, 2],
        rearSole: 34,
      },
    },
  ],
  endsAt: 0.58,
  strike: { at: 0.22, gap: 222, weight: 0.55, spot: [106, -180] },
};

const lowKick: Move = {
  free: 'rear',
  keys: [
    {
      at: 0.15,
      pose: { hip: [2, -108], lean: 0, rearFoot: [-8, -30], rearHand: [10, 20], rearSole: 34 },
    },
    {
      at: 0.31,
      pose: {
        hip: [8, -110],
        lean: -12,
        open: 0.85,
        rearFoot: [90, -50],
        rearHand: [-30, 44],
        leadHand: [30, 2],
        leadSole: 10,
        rearSole: 6,
      },
    },
    {
      at: 0.37,
      pose: {
        hip: [8, -110],
        lean: -12,
        open: 0.85,
        rearFoot: [92, -48],
        rearHand: [-32, 46],
        leadHand: [30, 2],
        leadSole: 10,
        rearSole: 6,
      },
    },
    {
      at: 0.56,
      pose: { hip: [2, -108], lean: -2, rearFoot: [8, -26], rearHand: [4, 20], rearSole: 24 },
    },
  ],
  endsAt: 0.8,
  strike: { at: 0.32, gap: 226, weight: 0.7, spot: [94, -52] },
};

const kickTo = (foot: readonly [number, number], lean: number, sole: number): Move['keys'] => [
  {
    at: 0.16,
    pose: { hip: [0, -108], lean: -3, rearFoot: [-4, -46], rearHand: [8, 16], rearSole: 40 },
  },
  {
    at: 0.29,
    pose: {
      ...POSES.kick,
      hip: [5, -112],
      lean: lean * 0.6,
      rearFoot: [foot[0] * 0.55, foot[1] * 0.72],
      rearHand: [-22, 38],
      rearSole: 24,
    },
  },
  { at: 0.4, pose: { ...POSES.kick, lean, rearFoot: foot, rearSole: sole } },
  { at: 0.47, pose: { ...POSES.kick, lean, rearFoot: [foot[0] - 1, foot[1] + 2], rearSole: sole } },
  {
    at: 0.66,
    pose: {
      ...POSES.kick,
      hip: [3, -110],
      lean: lean * 0.4,
      rearFoot: [foot[0] * 0.45, foot[1] * 0.56],
      rearHand: [-6, 28],
      rearSole: 30,
    },
  },
];

const bodyKick: Move = {
  free: 'rear',
  keys: kickTo([104, -142], -26, -14),
  endsAt: 0.98,
  strike: { at: 0.4, gap: 238, weight: 1, spot: [108, -142] },
};

const headKick: Move = {
  free: 'rear',
  keys: kickTo([92, -196], -38, -44),
  endsAt: 1.05,
  strike: { at: 0.4, gap: 250, weight: 0, spot: [96, -200] },
};

const teep: Move = {
  free: 'lead',
  keys: [
    { at: 0.16, pose: { hip: [0, -109], lean: -6, leadFoot: [34, -76], leadSole: -20 } },
    { at: 0.27, pose: { ...POSES.teep, lean: -15, leadFoot: [48, -112], leadSole: -48 } },
    { at: 0.38, pose: { ...POSES.teep, leadFoot: [104, -126] } },
    { at: 0.47, pose: { ...POSES.teep, leadFoot: [106, -127] } },
    {
      at: 0.66,
      pose: { ...POSES.teep, hip: [0, -109], lean: -6, leadFoot: [46, -66], leadSole: -24 },
    },
  ],
  endsAt: 0.95,
  strike: { at: 0.38, gap: 222, weight: 0.8, spot: [112, -128] },
};

const knee: Move = {
  free: 'rear',
  keys: [
    {
      at: 0.16,
      pose: {
        hip: [4, -107],
        lean: 6,
        rearFoot: [-12, -42],
        leadHand: [54, -14],
        rearHand: [46, -2],
        rearSole: 44,
      },
    },
    { at: 0.33, pose: POSES.knee },
    { at: 0.4, pose: POSES.knee },
    {
      at: 0.6,
      pose: {
        hip: [6, -108],
        lean: 2,
        rearFoot: [-4, -38],
        leadHand: [54, -10],
        rearHand: [44, 0],
        rearSole: 40,
      },
    },
  ],
  endsAt: 0.85,
  strike: { at: 0.33, gap: 142, weight: 0.9, spot: [62, -132] },
};

const check: Move = {
  free: 'lead',
  keys: [
    {
      at: 0.18,
      pose: {
        hip: [-8, -110],
        lean: -4,
        leadFoot: [26, -62],
        leadSole: 30,
        leadHand: [38, 6],
        rearHand: [28, 2],
      },
    },
    {
      at: 0.4,
      pose: {
        hip: [-10, -110],
        lean: -5,
        leadFoot: [25, -64],
        leadSole: 30,
        leadHand: [37, 6],
        rearHand: [28, 2],
      },
    },
  ],
  endsAt: 0.7,
};

const cover: Move = {
  keys: [
    {
      at: 0.12,
      pose: { lean: 0, nod: 14, hip: [-8, -102], leadHand: [31, -16], rearHand: [26, -12] },
    },
    {
      at: 0.28,
      pose: { lean: -4, nod: 14, hip: [-11, -101], leadHand: [29, -16], rearHand: [25, -12] },
    },
  ],
  endsAt: 0.55,
};

const leanBack: Move = {
  keys: [
    {
      at: 0.2,
      pose: { lean: -24, nod: 18, hip: [-8, -102], leadHand: [26, 20], rearHand: [24, 16] },
    },
    {
      at: 0.36,
      pose: { lean: -26, nod: 18, hip: [-9, -101], leadHand: [26, 20], rearHand: [24, 16] },
    },
  ],
  endsAt: 0.72,
};

const bodyHit: Move = {
  keys: [
    {
      at: 0.1,
      pose: { lean: 24, nod: 16, hip: [-16, -101], leadHand: [30, 18], rearHand: [20, 22] },
    },
    {
      at: 0.24,
      pose: { lean: 20, nod: 12, hip: [-15, -101], leadHand: [32, 14], rearHand: [22, 16] },
    },
  ],
  endsAt: 0.6,
};

const headHit: Move = {
  keys: [
    {
      at: 0.08,
      pose: { lean: -10, nod: -20, hip: [-8, -104], leadHand: [34, 12], rearHand: [20, 16] },
    },
    {
      at: 0.2,
      pose: { lean: -6, nod: -8, hip: [-8, -104], leadHand: [36, 6], rearHand: [22, 10] },
    },
  ],
  endsAt: 0.5,
};

const legHit: Move = {
  keys: [
    { at: 0.1, pose: { lean: 16, nod: 2, hip: [-2, -97], leadHand: [40, 8], rearHand: [24, 10] } },
    { at: 0.22, pose: { lean: 12, nod: 4, hip: [-4, -99], leadHand: [40, 4], rearHand: [24, 8] } },
  ],
  endsAt: 0.5,
};

const touchGloves: Move = {
  keys: [
    { at: 0.35, pose: { lean: 12, hip: [4, -105], leadHand: [66, 10], rearHand: [60, 14] } },
    { at: 0.6, pose: { lean: 12, hip: [4, -105], leadHand: [66, 10], rearHand: [60, 14] } },
  ],
  endsAt: 1,
};

export const MOVES = {
  jab,
  cross,
  lowKick,
  bodyKick,
  headKick,
  teep,
  knee,
  check,
  cover,
  leanBack,
  bodyHit,
  headHit,
  legHit,
  touchGloves,
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof MOVES;

/** Pose of the clinch: arms around the opponent's neck, foreheads close. */
export const CLINCH: Pose = {
  ...POSES.guard,
  hip: [2, -103],
  lean: 15,
  open: 0.4,
  nod: 4,
  leadHand: [58, -16],
  rearHand: [50, -4],
};

/** Pose between the rounds: hands low. */
export const REST: Pose = {
  ...POSES.guard,
  hip: [-3, -108],
  lean: 3,
  nod: 8,
  leadHand: [34, 30],
  rearHand: [14, 38],
};

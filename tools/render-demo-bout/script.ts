import { LOOP_MS } from '@sangwian/sandbox/demo-bout/time-code';
import type { Corner } from '@sangwian/ui/art/pose';
import { MOVES, type MoveName } from './moves.ts';

export const LOOP_S = LOOP_MS / 1000;
/** Duration of the round. The rest of the loop shows the bell and the touch of gloves. */
export const ROUND_S = 60;
export const ROUND_NUMBER = 3;

export interface Action {
  readonly startS: number;
  readonly who: Corner;
  readonly move: MoveName;
}

export interface Impact {
  readonly atS: number;
  readonly attacker: Corner;
  readonly move: MoveName;
  /** 0: a miss; 1: a full kick. A blocked strike is weaker and sounds duller. */
  readonly weight: number;
  readonly blocked: boolean;
}

/** An exchange: time of impact, attacker, attack, and the reaction of the opponent. */
type Exchange = readonly [impactS: number, who: Corner, attack: MoveName, answer: MoveName | null];

const EXCHANGES: readonly Exchange[] = [
  [3.1, 'red', 'jab', 'cover'],
  [4.3, 'blue', 'teep', 'leanBack'],
  [5.9, 'red', 'jab', 'cover'],
  [6.35, 'red', 'cross', 'cover'],
  [7.9, 'red', 'bodyKick', 'check'],
  [9.3, 'blue', 'bodyKick', 'bodyHit'],
  [11.1, 'red', 'lowKick', 'legHit'],
  [12.7, 'blue', 'jab', 'cover'],
  [13.15, 'blue', 'cross', 'cover'],
  [14.4, 'red', 'teep', 'bodyHit'],
  [17.2, 'blue', 'bodyKick', 'check'],
  [18.2, 'red', 'bodyKick', 'bodyHit'],
  [20.1, 'blue', 'jab', 'headHit'],
  [20.8, 'blue', 'lowKick', 'legHit'],
  [22.4, 'red', 'jab', 'cover'],
  [22.85, 'red', 'cross', 'cover'],
  [23.6, 'red', 'headKick', 'leanBack'],
  [25.4, 'blue', 'teep', 'bodyHit'],
  [27.2, 'red', 'cross', 'cover'],
  [29.0, 'red', 'knee', 'bodyHit'],
  [30.0, 'blue', 'knee', 'bodyHit'],
  [30.9, 'red', 'knee', 'bodyHit'],
  [31.8, 'red', 'knee', 'bodyHit'],
  [32.8, 'blue', 'knee', 'bodyHit'],
  [36.6, 'blue', 'jab', 'cover'],
  [37.1, 'red', 'cross', 'headHit'],
  [38.7, 'blue', 'bodyKick', 'check'],
  [39.8, 'red', 'teep', 'bodyHit'],
  [41.9, 'blue', 'jab', 'cover'],
  [42.35, 'blue', 'cross', 'cover'],
  [42.98, 'blue', 'bodyKick', 'bodyHit'],
  [44.7, 'red', 'lowKick', 'legHit'],
  [45.7, 'red', 'bodyKick', 'check'],
  [47.3, 'blue', 'knee', 'bodyHit'],
  [48.9, 'red', 'jab', 'cover'],
  [49.35, 'red', 'cross', 'headHit'],
  [51.0, 'red', 'bodyKick', 'bodyHit'],
  [52.05, 'blue', 'bodyKick', 'bodyHit'],
  [53.1, 'red', 'bodyKick', 'check'],
  [54.15, 'blue', 'bodyKick', 'bodyHit'],
  [55.6, 'red', 'teep', 'bodyHit'],
  [57.2, 'blue', 'headKick', 'leanBack'],
  [58.3, 'red', 'cross', 'cover'],
  [59.1, 'red', 'bodyKick', 'bodyHit'],
];

/** Start and end of the clinch. */
export const CLINCH_S = [27.9, 33.9] as const;

export const other = (corner: Corner): Corner => (corner === 'red' ? 'blue' : 'red');

/**
 * Returns how many seconds before the impact the opponent's reaction starts: at the impact if hit, earlier if guarding.
 */
const answerLeadS = (answer: MoveName): number => (answer.endsWith('Hit') ? 0.02 : 0.2);

const strikeOf = (move: MoveName) => {
  const { strike } = MOVES[move] as { strike?: (typeof MOVES)['jab']['strike'] };
  return strike;
};

export const ACTIONS: readonly Action[] = [
  { startS: 0.45, who: 'red' as const, move: 'touchGloves' as const },
  { startS: 0.45, who: 'blue' as const, move: 'touchGloves' as const },
  { startS: 61.3, who: 'red' as const, move: 'touchGloves' as const },
  { startS: 61.3, who: 'blue' as const, move: 'touchGloves' as const },
  { startS: 15.9, who: 'red' as const, move: 'check' as const },
  { startS: 35.2, who: 'blue' as const, move: 'check' as const },
  ...EXCHANGES.flatMap(([impactS, who, attack, answer]) => [
    { startS: impactS - (strikeOf(attack)?.at ?? 0), who, move: attack },
    ...(answer === null
      ? []
      : [{ startS: impactS - answerLeadS(answer), who: other(who), move: answer }]),
  ]),
].sort((a, b) => a.startS - b.startS);

export const IMPACTS: readonly Impact[] = EXCHANGES.map(([atS, attacker, move, answer]) => {
  const blocked = answer === 'check' || answer === 'cover';
  const missed = answer === 'leanBack';
  const full = strikeOf(move)?.weight ?? 0;
  return { atS, attacker, move, blocked, weight: missed ? 0 : blocked ? full * 0.6 : full };
});

interface Stand {
  readonly atS: number;
  readonly gap: number;
  /** Offset of the midpoint of both towards the blue corner, in pixels. */
  readonly push: number;
}

const OUT_OF_REACH = 322;
const CLINCH_GAP = 132;

/** Distance and position of the fighters: the attacker steps in for a blow and out after it. */
export const STANDS: readonly Stand[] = [
  { atS: 0, gap: OUT_OF_REACH, push: 0 },
  { atS: 0.8, gap: 236, push: 0 },
  { atS: 1.05, gap: 236, push: 0 },
  { atS: 1.7, gap: OUT_OF_REACH, push: 0 },
  ...IMPACTS.filter(({ atS }) => atS < CLINCH_S[0] || atS > CLINCH_S[1]).flatMap(
    ({ atS, attacker, move }, index, all) => {
      const toward = attacker === 'red' ? 1 : -1;
      const gap = strikeOf(move)?.gap ?? OUT_OF_REACH;
      const nextS = all[index + 1]?.atS ?? LOOP_S;
      const beforeS = all[index - 1]?.atS ?? 0;
      const stepS = Math.min(0.42, (atS - beforeS) * 0.45);
      const shoved = move === 'teep';
      const out = shoved ? OUT_OF_REACH + 34 : OUT_OF_REACH;
      const close = nextS - atS < 0.8;
      return [
        ...(atS - beforeS < 0.8 ? [] : [{ atS: atS - stepS - 0.3, gap: OUT_OF_REACH, push: 0 }]),
        { atS: atS - 0.05, gap, push: toward * 26 },
        { atS: atS + 0.07, gap: gap + (shoved ? 22 : 6), push: toward * 34 },
        ...(close ? [] : [{ atS: atS + 0.62, gap: out, push: toward * (shoved ? 44 : 8) }]),
      ];
    },
  ),
  { atS: CLINCH_S[0] - 0.2, gap: 250, push: 16 },
  { atS: CLINCH_S[0] + 0.4, gap: CLINCH_GAP, push: 20 },
  { atS: 29.4, gap: CLINCH_GAP + 8, push: 34 },
  { atS: 30.4, gap: CLINCH_GAP, push: -10 },
  { atS: 31.4, gap: CLINCH_GAP + 8, push: 20 },
  { atS: 32.4, gap: CLINCH_GAP, push: 40 },
  { atS: CLINCH_S[1] - 0.4, gap: CLINCH_GAP + 4, push: 0 },
  { atS: CLINCH_S[1] + 0.4, gap: OUT_OF_REACH + 20, push: 0 },
  { atS: 60.6, gap: 300, push: 0 },
  { atS: 61.6, gap: 236, push: 0 },
  { atS: 61.95, gap: 236, push: 0 },
  { atS: 63, gap: OUT_OF_REACH, push: 0 },
  { atS: LOOP_S, gap: OUT_OF_REACH, push: 0 },
].sort((a, b) => a.atS - b.atS);

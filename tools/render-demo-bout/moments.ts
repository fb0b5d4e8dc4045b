import type { Moment } from '@sangwian/sandbox/crowd/moments';
import type { MoveName } from './moves.ts';
import { IMPACTS, ROUND_S } from './script.ts';

const KINDS: Partial<Record<MoveName, Moment['kind']>> = {
  bodyKick: 'kick',
  lowKick: 'low_kick',
  teep: 'teep',
  knee: 'knee',
  cross: 'punch',
  jab: 'punch',
};

/** Lists the moments that fans react to, in order: landed blows, near misses, and the bell. */
export function listMoments(): Moment[] {
  const blows = IMPACTS.flatMap(({ atS, move, attacker, blocked, weight }) => {
    const kind = move === 'headKick' && weight === 0 ? 'miss' : KINDS[move];
    if (kind === undefined || blocked || (weight === 0 && kind !== 'miss')) return [];
    return [{ at_ms: Math.round(atS * 1000), kind, corner: attacker }];
  });
  return [...blows, { at_ms: ROUND_S * 1000, kind: 'bell', corner: 'red' }];
}

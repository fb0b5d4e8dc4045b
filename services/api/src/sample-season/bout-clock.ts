import { after, MINUTE_MS } from './bangkok-time.ts';

const ROUND_MS = 3 * MINUTE_MS;
const REST_MS = 2 * MINUTE_MS;

export interface RoundState {
  readonly number: number;
  readonly startedAt: Date;
  readonly resting: boolean;
}

/**
 * The round that is on in a bout that began then: three minutes each with two minutes' rest. After the last rest the
 * bout begins again, as the demo's picture does: it is a loop, and the clock on the page goes on with it.
 */
export function roundAt(beganAt: Date, rounds: number, now: Date): RoundState {
  const boutMs = rounds * (ROUND_MS + REST_MS);
  const passedMs = Math.max(0, now.getTime() - beganAt.getTime());
  const loopAt = after(beganAt, Math.floor(passedMs / boutMs) * boutMs);
  const inLoopMs = now.getTime() < beganAt.getTime() ? 0 : passedMs % boutMs;
  const index = Math.floor(inLoopMs / (ROUND_MS + REST_MS));
  const roundAtTime = after(loopAt, index * (ROUND_MS + REST_MS));
  const resting = inLoopMs - index * (ROUND_MS + REST_MS) >= ROUND_MS;
  return {
    number: index + 1,
    startedAt: resting ? after(roundAtTime, ROUND_MS) : roundAtTime,
    resting,
  };
}

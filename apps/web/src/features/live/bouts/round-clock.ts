/** Muay Thai: rounds of three minutes and rests of two. */
const ROUND_MS = 3 * 60_000;
const REST_MS = 2 * 60_000;

export interface RoundState {
  readonly number: number;
  /** When the round, or the rest after it, began. */
  readonly started_at: string;
  readonly resting: boolean;
}

/**
 * Formats the time left of the round or the rest, as the clock in the ring shows it: `2:14`, and `0:00` at the end.
 * @param nowMs moment that the viewer's picture shows
 */
export const formatRoundClock = (round: RoundState, nowMs: number): string => {
  const lengthMs = round.resting ? REST_MS : ROUND_MS;
  const leftMs = lengthMs - (nowMs - Date.parse(round.started_at));
  const leftS = Math.ceil(Math.min(lengthMs, Math.max(0, leftMs)) / 1000);
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`;
};

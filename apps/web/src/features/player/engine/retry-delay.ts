const FIRST_MS = 500;
const MAX_MS = 5_000;
const JITTER = 0.3;

/**
 * Returns the delay before attempt number `attempt` (from 0): doubles from half a second to five seconds, with jitter so
 * that viewers who lost the stream together do not all retry together.
 * @param random from 0 to 1
 */
export const retryDelayMs = (attempt: number, random: number): number => {
  const base = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(base * (1 - JITTER / 2 + JITTER * random));
};

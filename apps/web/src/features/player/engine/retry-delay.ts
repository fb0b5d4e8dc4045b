const FIRST_MS = 500;
const MAX_MS = 5_000;
const SPREAD = 0.3;

/**
 * Milliseconds to wait before try number `attempt` (from 0): doubling from half a second up to five seconds, and
 * spread out, so that a crowd that lost its stream together does not come back together.
 * @param random from 0 to 1
 */
export const retryDelayMs = (attempt: number, random: number): number => {
  const base = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(base * (1 - SPREAD / 2 + SPREAD * random));
};

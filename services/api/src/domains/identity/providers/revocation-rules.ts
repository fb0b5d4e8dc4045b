export const REVOCATION_LIMITS = {
  /** With the rests between them about three weeks. */
  attemptsMax: 100,
  /**
   * The end of a consent ends every consent of that person, also one that was given a moment ago. Who links again at
   * once is linked again within this, and then there is no end to tell.
   */
  graceMs: 5 * 60_000,
  restMs: 30_000,
  restMsMax: 6 * 60 * 60_000,
  pollMs: 30_000,
  atOnceMax: 10,
} as const;

/** How long a provider is left alone after an attempt: twice as long each time, to a limit. */
export const revocationRest = (attempts: number): number =>
  Math.min(REVOCATION_LIMITS.restMs * 2 ** Math.max(0, attempts - 1), REVOCATION_LIMITS.restMsMax);

export const REVOCATION_LIMITS = {
  /** About three weeks, given the backoff. */
  attemptsMax: 100,
  /**
   * The delay before the first attempt. A revocation at the provider ends every consent of that person, including a
   * newer one. A member who links the account again within the delay keeps the new link, and the revocation is dropped.
   */
  graceMs: 5 * 60_000,
  backoffMs: 30_000,
  backoffMsMax: 6 * 60 * 60_000,
  pollMs: 30_000,
  atOnceMax: 10,
} as const;

/** Returns the exponential backoff after an attempt. */
export const revocationBackoffMs = (attempts: number): number =>
  Math.min(
    REVOCATION_LIMITS.backoffMs * 2 ** Math.max(0, attempts - 1),
    REVOCATION_LIMITS.backoffMsMax,
  );

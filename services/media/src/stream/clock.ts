/** The two clocks of this process in milliseconds, passed in so that tests can control them. */
export interface Clock {
  /** Since 1970; may jump. */
  wallMs(): number;
  /** From an arbitrary origin; monotonic. */
  elapsedMs(): number;
}

export const SYSTEM_CLOCK: Clock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
};

/** The two clocks that this process reads, passed in so that tests can turn them. Both in milliseconds. */
export interface Clock {
  /** Since 1970; may jump. */
  wallMs(): number;
  /** From any origin; only runs forwards. */
  elapsedMs(): number;
}

export const SYSTEM_CLOCK: Clock = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
};

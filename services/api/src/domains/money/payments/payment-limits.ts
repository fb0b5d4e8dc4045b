const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const PAYMENT_LIMITS = {
  /** Forged messages of one address; a provider’s own count for nothing. */
  forgedPerAddress: { calls: 600, seconds: 60 },
  forgedKeptMax: 1_000,
  /** Of a forged message, what is kept. */
  forgedBytesMax: 4 * 1024,
  headerCharsMax: 600,
  /** The provider waits for our answer meanwhile. */
  verifyMsMax: 5 * SECOND_MS,
  /** What is handled at once; each asks a provider. */
  atOnceMax: 8,
  handleMsMax: 25 * SECOND_MS,
  /** Longer than handling can take. */
  leaseMs: MINUTE_MS,
  webhooksPollMs: 2 * SECOND_MS,
  /** Waits after each try that failed; after the last it is given up, and the other jobs go on asking. */
  retryMs: [5, 15, 60, 300, 900, 3_600, 7_200, 14_400].map((seconds) => seconds * SECOND_MS),
  /** How long an attempt waits before a job asks about it. */
  pendingMsMin: 2 * MINUTE_MS,
  reconcilePollMs: 30 * SECOND_MS,
  /** Attempts of one round, and how long it goes on beginning to ask. */
  reconciledMax: 200,
  reconcileMsMax: 30 * SECOND_MS,
  /** How often a provider is asked what it told nobody. */
  sweepMs: HOUR_MS,
  /** Where there is no last time. */
  firstSweepMs: 24 * HOUR_MS,
  /** Events come into a list a moment after they happened. */
  sweepOverlapMs: 10 * MINUTE_MS,
  sweepLeaseMs: 10 * MINUTE_MS,
  pruneMs: 10 * MINUTE_MS,
  /** As long as banks take to dispute a payment, mostly. */
  keptDays: 120,
  forgottenAtOnceMax: 1_000,
  exportedMax: 2_000,
  /** Of those in memory at a time: a message may have 256 KiB. */
  exportedAtOnceMax: 40,
} as const;

/** When a message is tried again after it failed so often; `null`: never. */
export function retryAt(tries: number, now: Date): Date | null {
  const waitMs = PAYMENT_LIMITS.retryMs[tries - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const PAYMENT_LIMITS = {
  /** Webhooks with invalid signatures from one address; valid ones do not count. */
  forgedPerAddress: { calls: 600, seconds: 60 },
  forgedKeptMax: 1_000,
  /** Bytes stored of a forged webhook. */
  forgedBytesMax: 4 * 1024,
  headerCharsMax: 600,
  /** Short, since the provider waits for our answer. */
  verifyMsMax: 5 * SECOND_MS,
  /** Webhooks or attempts handled concurrently; each polls a provider. */
  atOnceMax: 8,
  handleMsMax: 25 * SECOND_MS,
  /** Longer than `handleMsMax`. */
  leaseMs: MINUTE_MS,
  /** Delays between retries. After the last one reconciliation still polls the payment. */
  retryMs: [5, 15, 60, 300, 900, 3_600, 7_200, 14_400].map((seconds) => seconds * SECOND_MS),
  /** Age of a waiting attempt before reconciliation polls it. */
  pendingMsMin: 2 * MINUTE_MS,
  /** Attempts per round, and the time after which a round starts no further poll. */
  reconciledMax: 200,
  reconcileMsMax: 30 * SECOND_MS,
  /** Interval between sweeps for events that no webhook delivered. */
  sweepMs: HOUR_MS,
  /** Period of the first sweep. */
  firstSweepMs: 24 * HOUR_MS,
  /** Overlap of sweeps, since events are listed with a delay. */
  sweepOverlapMs: 10 * MINUTE_MS,
  sweepLeaseMs: 10 * MINUTE_MS,
  /** Most disputes are opened within this time. */
  keptDays: 120,
  erasedAtOnceMax: 1_000,
  exportedMax: 2_000,
  /** Webhooks in memory at a time; one may have 256 KiB. */
  exportedAtOnceMax: 40,
} as const;

/** Returns when a webhook is retried after `tries` failures; `null` if it is given up. */
export function retryAt(tries: number, now: Date): Date | null {
  const waitMs = PAYMENT_LIMITS.retryMs[tries - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

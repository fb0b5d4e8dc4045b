const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

export const PAYMENT_LIMITS = {
  /** Webhooks with invalid signatures per IP address. Valid webhooks do not count. */
  forgedPerAddress: { calls: 600, seconds: 60 },
  forgedKeptMax: 1_000,
  /** Bytes that are stored of a forged webhook. */
  forgedBytesMax: 4 * 1024,
  headerCharsMax: 600,
  /** Short, since the provider waits for our response. */
  verifyMsMax: 5 * SECOND_MS,
  /** Webhooks or attempts that are handled concurrently. Each polls a provider. */
  atOnceMax: 8,
  handleMsMax: 25 * SECOND_MS,
  /** Longer than `handleMsMax`. */
  leaseMs: MINUTE_MS,
  /** Delays between retries. After the last retry, reconciliation still polls the payment. */
  retryMs: [5, 15, 60, 300, 900, 3_600, 7_200, 14_400].map((seconds) => seconds * SECOND_MS),
  /** Minimum age of a waiting attempt before reconciliation polls it. */
  pendingMsMin: 2 * MINUTE_MS,
  /** Maximum attempts per round. A round starts no further polls after `reconcileMsMax`. */
  reconciledMax: 200,
  reconcileMsMax: 30 * SECOND_MS,
  /** Interval between sweeps for events that no webhook delivered. */
  sweepMs: HOUR_MS,
  /** The first sweep covers this period. */
  firstSweepMs: 24 * HOUR_MS,
  /** Overlap of consecutive sweeps, since providers list events with a delay. */
  sweepOverlapMs: 10 * MINUTE_MS,
  sweepLeaseMs: 10 * MINUTE_MS,
  /** How long bodies of webhooks are kept. Most disputes are opened within this time. */
  keptDays: 120,
  erasedAtOnceMax: 1_000,
  exportedMax: 2_000,
  /** Webhooks in memory at a time during an export. A webhook may have 256 KiB. */
  exportedAtOnceMax: 40,
} as const;

/** Returns when a webhook is retried after `tries` failures; `null` if the webhook is given up. */
export function retryAt(tries: number, now: Date): Date | null {
  const waitMs = PAYMENT_LIMITS.retryMs[tries - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}

/** The two signals of a channel. A backup is published with `?backup=1`. */
export type SignalName = 'primary' | 'backup';

/** The shown signal counts as failed after this long without a new frame. */
export const SIGNAL_SILENCE_MS_MAX = 1_000;
/** A primary signal that has been healthy for this long is shown again. */
export const PRIMARY_RETURN_MS = 10_000;
/** A signal that sends slides counts as silent only after it has missed this many frames. */
const PICTURES_MISSED_MAX = 2.5;

/** State of a connected signal, as far as the rule needs it. Times are elapsed milliseconds. */
export interface SignalFacts {
  readonly connectedMs: number;
  /** Arrival of the newest frame whose timestamp had advanced; `null` before the first. */
  readonly lastPictureMs: number | null;
  /** Time between its newest two frames, by their timestamps. */
  readonly pictureIntervalMs: number;
  /** Whether it can be shown at once, beginning with a key frame that was kept. */
  readonly isReady: boolean;
}

/** `null`: not connected. */
export type Signals = Readonly<Record<SignalName, SignalFacts | null>>;

/** `isUrgent`: the shown signal has failed. Otherwise the switch can wait for a key frame. */
export interface SignalChoice {
  readonly signal: SignalName;
  readonly isUrgent: boolean;
}

export const otherSignal = (name: SignalName): SignalName =>
  name === 'primary' ? 'backup' : 'primary';

function isSilent({ pictureIntervalMs }: SignalFacts, sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs > Math.max(SIGNAL_SILENCE_MS_MAX, PICTURES_MISSED_MAX * pictureIntervalMs);
}

/** Whether new frames arrive. */
export const isHealthy = (facts: SignalFacts | null, nowMs: number): boolean =>
  facts !== null && facts.lastPictureMs !== null && !isSilent(facts, facts.lastPictureMs, nowMs);

/** Whether the signal has failed. A signal that has just connected has the same time for its first frame. */
const hasFailed = (facts: SignalFacts | null, nowMs: number): boolean =>
  facts === null || isSilent(facts, facts.lastPictureMs ?? facts.connectedMs, nowMs);

/**
 * Decides which of two signals viewers see. The backup takes over when the primary has disconnected, is silent or is
 * frozen. The primary returns after ten seconds of health, on the operator's request, or when the backup fails.
 */
export class SignalRule {
  /** Since when the primary has been healthy while the backup is shown. */
  #healthySinceMs: number | null = null;
  #isReturnRequested = false;

  /**
   * Elapsed time in milliseconds at which the primary returns if it stays healthy; `null` while it is shown or
   * unhealthy.
   */
  get returnsAtMs(): number | null {
    return this.#healthySinceMs === null ? null : this.#healthySinceMs + PRIMARY_RETURN_MS;
  }

  /** Requests the return of the primary. @returns `false` if it is unhealthy */
  requestReturn(signals: Signals, nowMs: number): boolean {
    this.#isReturnRequested = isHealthy(signals.primary, nowMs);
    return this.#isReturnRequested;
  }

  /** Returns the signal that must replace `shown`; `null`: no change. */
  choose(shown: SignalName, signals: Signals, nowMs: number): SignalChoice | null {
    this.#watchPrimary(shown, signals, nowMs);
    const other = otherSignal(shown);
    const isOtherUsable = isHealthy(signals[other], nowMs) && signals[other]?.isReady === true;
    if (hasFailed(signals[shown], nowMs))
      return isOtherUsable ? { signal: other, isUrgent: true } : null;
    if (shown === 'primary' || !isOtherUsable) return null;
    const isDue = this.returnsAtMs !== null && nowMs >= this.returnsAtMs;
    return isDue || this.#isReturnRequested ? { signal: 'primary', isUrgent: false } : null;
  }

  #watchPrimary(shown: SignalName, { primary }: Signals, nowMs: number): void {
    if (shown === 'backup' && isHealthy(primary, nowMs)) {
      this.#healthySinceMs ??= nowMs;
      return;
    }
    this.#healthySinceMs = null;
    this.#isReturnRequested = false;
  }
}

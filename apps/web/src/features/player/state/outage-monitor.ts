import { retryDelayMs } from '../engine/retry-delay.ts';
import type { Verdict } from './player-status.ts';
import { PlaylistWatch, type ProbeResult } from './playlist-probe.ts';

/** The delay from a stall to the first probe. */
const PROBE_DELAY_MS = 1_200;
const FIRST_FRAME_PROBE_DELAY_MS = 4_000;
const PROBE_INTERVAL_MS = 1_500;
/** The engine is replaced if the stream advances but playback does not resume within this time. */
const RECOVERY_MS = 5_000;
/** A failed probe is ignored if the engine received a response within this time before it. */
const RESPONSE_RECENT_MS = 3_000;
/** After a longer outage the engine cannot resume, because the segments after its buffer have expired. */
const OUTAGE_LONG_MS = 15_000;

export interface OutageMonitorOptions {
  /** Fetches the playlist. */
  readonly probe: (url: string) => Promise<ProbeResult>;
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onRefused: () => void;
  readonly onEnded: () => void;
  /** Lets the engine continue with its buffer. */
  readonly resume: () => void;
  /** Replaces the engine. */
  readonly reload: () => void;
}

/** Finds the cause of a stall, waits until it has passed, and restarts playback. */
export class OutageMonitor {
  readonly #options: OutageMonitorOptions;
  readonly #playlist = new PlaylistWatch();
  #probeAtMs = 0;
  #probing: string | null = null;
  #engineFailed = false;
  #sinceMs: number | null = null;
  #respondedAtMs = Number.NEGATIVE_INFINITY;
  #recoverByMs: number | null = null;
  #reloads = 0;

  constructor(options: OutageMonitorOptions) {
    this.#options = options;
  }

  /** A new engine starts; its first frame can take a while. */
  onLoading(now: number): void {
    this.#engineFailed = false;
    this.#probeAtMs = now + FIRST_FRAME_PROBE_DELAY_MS;
  }

  onPlaying(): void {
    this.#sinceMs = null;
    this.#recoverByMs = null;
    this.#reloads = 0;
    this.#playlist.forget();
  }

  onStalled(now: number): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = now;
    this.#probeAtMs = now + PROBE_DELAY_MS;
  }

  onEngineFailed(): void {
    this.#engineFailed = true;
    this.#probeAtMs = 0;
  }

  /** The server responded to a request of the engine. */
  onResponse(now: number): void {
    this.#respondedAtMs = now;
  }

  /** Schedules a probe for the next tick. Call this after a failed request or a network change. */
  probeSoon(): void {
    this.#probeAtMs = 0;
  }

  /** Call this a few times per second while playback is stalled. */
  tick(now: number, url: string): void {
    if (this.#recoverByMs !== null && now >= this.#recoverByMs) this.#reload(now);
    if (now >= this.#probeAtMs && this.#probing === null) void this.#probe(url);
  }

  reset(): void {
    this.onPlaying();
    this.#engineFailed = false;
    this.#probing = null;
  }

  async #probe(url: string): Promise<void> {
    this.#probing = url;
    const answer = await this.#options.probe(url);
    // A reset during the probe makes its response obsolete.
    if (this.#probing !== url) return;
    this.#probing = null;
    const now = performance.now();
    this.#probeAtMs = now + PROBE_INTERVAL_MS;
    if (answer.kind === 'refused') this.#options.onRefused();
    else if (answer.kind === 'ended') this.#options.onEnded();
    else this.#applyResponse(answer, now);
  }

  #applyResponse(answer: ProbeResult, now: number): void {
    // A probe can time out although the device is connected, because the device is too busy to read responses in time.
    if (answer.kind === 'unreachable' && now - this.#respondedAtMs < RESPONSE_RECENT_MS) return;
    const verdict = this.#playlist.compare(answer);
    if (verdict === null) return;
    this.#options.onVerdict(verdict);
    if (verdict === 'advancing') this.#recover(now);
    else this.#recoverByMs = null;
  }

  #recover(now: number): void {
    if (this.#recoverByMs !== null) return;
    const outageMs = this.#sinceMs === null ? 0 : now - this.#sinceMs;
    if (this.#engineFailed || outageMs > OUTAGE_LONG_MS) {
      this.#reload(now);
      return;
    }
    this.#recoverByMs = now + RECOVERY_MS;
    this.#options.resume();
  }

  #reload(now: number): void {
    this.#recoverByMs = now + RECOVERY_MS + retryDelayMs(this.#reloads, Math.random());
    this.#reloads += 1;
    this.#sinceMs = now;
    this.#options.reload();
  }
}

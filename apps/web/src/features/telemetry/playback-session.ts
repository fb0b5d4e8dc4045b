import type { PlaybackWindow } from '@sangwian/contract/endpoints/telemetry';
import {
  PLAYBACK_FAILURES,
  type PlaybackFailure,
  TELEMETRY_LIMITS,
  type Transport,
} from '@sangwian/contract/rules/telemetry';
import type { ReadonlyStore } from '../../shared/store.ts';
import type { ReadWindow } from './telemetry.ts';

/** A longer gap between two ticks comes from a sleeping device. */
const TICK_GAP_MS_MAX = 3_000;
/** The player notices a stall after this time, which it spent in the status `playing`. */
const NOTICED_AFTER_MS = 600;
/** The page was entered by the last click if the player began so soon after it. */
const ENTERED_MS_MAX = 15_000;
/** A viewer who leaves earlier has not waited for the picture. */
const WAITED_MS_MIN = 4_000;
/** Refusals that are no failures: the viewer may not, or no longer, watch. */
const EXPECTED = ['live_locked', 'live_ended', 'live_not_started', 'watch_ejected'];

/** The parts of a live player that are reported. */
export interface ReportedPlayer {
  readonly snapshot: ReadonlyStore<{
    readonly status: { readonly name: string; readonly code?: string };
    readonly paused: boolean;
    readonly started: boolean;
    readonly height: number;
    readonly realtime: string;
  }>;
  readonly progress: ReadonlyStore<{
    readonly stalls: number;
    readonly atLive: boolean;
    readonly latencyS: number | null;
  }>;
}

export interface PlaybackTimes {
  /** When the player began, by `performance.now()`. */
  readonly beganMs: number;
  /** When the first frame was shown; `null` if it was not shown yet. */
  readonly framedMs: number | null;
}

type Sums = Pick<PlaybackWindow, 'watched_ms' | 'stalls' | 'stall_ms'>;
const NOTHING: Sums = { watched_ms: 0, stalls: 0, stall_ms: 0 };

const clamp = (value: number, max: number): number => Math.round(Math.min(Math.max(value, 0), max));

const failureOf = (code: string): PlaybackFailure =>
  PLAYBACK_FAILURES.find((known) => known === code) ?? 'refused';

/** Observes one session of a player and sums it until the next report. */
export class PlaybackSession {
  readonly #player: ReportedPlayer;
  readonly #liveId: string | null;
  readonly #isSampled: boolean;
  readonly #enteredMs: number;
  #framedMs: number | null;
  #sums = NOTHING;
  #stalls: number;
  #hasStalled = false;
  #isFirstStall = false;
  #hasReportedJoin = false;
  #hasFailed = false;
  #tickedMs: number;
  /** The last values of a playing player, because a stopped one has none. */
  #shown: Pick<PlaybackWindow, 'transport' | 'height' | 'latency_ms'>;

  constructor(
    player: ReportedPlayer,
    liveId: string | null,
    { beganMs, framedMs }: PlaybackTimes,
    { isSampled, nowMs, clickedMs }: { isSampled: boolean; nowMs: number; clickedMs: number },
  ) {
    this.#player = player;
    this.#liveId = liveId;
    this.#isSampled = isSampled;
    const isByClick = clickedMs <= beganMs && beganMs - clickedMs <= ENTERED_MS_MAX;
    this.#enteredMs = isByClick ? clickedMs : beganMs;
    this.#framedMs = framedMs;
    this.#stalls = 0;
    this.#tickedMs = framedMs ?? nowMs;
    this.#shown = { transport: 'hls', height: 0, latency_ms: null };
  }

  /** Adds the time since the last tick. */
  tick(nowMs: number): void {
    const elapsedMs = nowMs - this.#tickedMs;
    this.#tickedMs = nowMs;
    const { status, paused, started } = this.#player.snapshot.get();
    if (started && this.#framedMs === null) this.#framedMs = nowMs;
    this.#readShown();
    const sinceMs = elapsedMs > TICK_GAP_MS_MAX ? 0 : elapsedMs;
    const { stalls } = this.#player.progress.get();
    const added = Math.max(0, stalls - this.#stalls);
    this.#stalls = Math.max(stalls, this.#stalls);
    if (added > 0 && !this.#hasStalled) [this.#hasStalled, this.#isFirstStall] = [true, true];
    const noticedMs = added * NOTICED_AFTER_MS;
    const isWaiting = ['buffering', 'offline', 'interrupted', 'loading'].includes(status.name);
    const isWatched = this.#framedMs !== null && !paused;
    this.#sums = {
      watched_ms:
        this.#sums.watched_ms - noticedMs + (isWatched && status.name === 'playing' ? sinceMs : 0),
      stalls: this.#sums.stalls + added,
      stall_ms: this.#sums.stall_ms + noticedMs + (isWatched && isWaiting ? sinceMs : 0),
    };
  }

  /** Returns what happened since the last window, and the outcome of an ended session. */
  read(nowMs: number, isOver: boolean): ReturnType<ReadWindow> {
    this.tick(nowMs);
    const end = this.#endOf(nowMs, isOver);
    const joinMs = this.#joinMs();
    const sums = this.#sums;
    const hasTrouble = sums.stalls > 0 || sums.stall_ms > 0 || end.failure !== null;
    // What went well is reported by a sample only.
    if (!hasTrouble && !this.#isSampled) {
      this.#sums = NOTHING;
      return null;
    }
    if (!hasTrouble && sums.watched_ms <= 0 && joinMs === null && end.outcome === null) return null;
    const stallMs = clamp(sums.stall_ms, TELEMETRY_LIMITS.windowMsMax);
    const window = {
      live_id: this.#liveId,
      ...this.#shown,
      watched_ms: clamp(sums.watched_ms, TELEMETRY_LIMITS.windowMsMax - stallMs),
      stalls: clamp(sums.stalls, TELEMETRY_LIMITS.stallsMax),
      stall_ms: stallMs,
      first_stall: this.#isFirstStall,
      join_ms: joinMs,
      ...end,
    };
    this.#sums = NOTHING;
    this.#isFirstStall = false;
    if (joinMs !== null) this.#hasReportedJoin = true;
    if (end.failure !== null) this.#hasFailed = true;
    return window;
  }

  #readShown(): void {
    const { status, height, realtime } = this.#player.snapshot.get();
    if (status.name !== 'playing') return;
    const { atLive, latencyS } = this.#player.progress.get();
    const transport: Transport = realtime === 'on' ? 'webrtc' : 'hls';
    this.#shown = {
      transport,
      height: clamp(height, 4_320),
      latency_ms:
        atLive && latencyS !== null ? clamp(latencyS * 1_000, TELEMETRY_LIMITS.latencyMsMax) : null,
    };
  }

  #joinMs(): number | null {
    if (!this.#isSampled || this.#hasReportedJoin || this.#framedMs === null) return null;
    return clamp(this.#framedMs - this.#enteredMs, TELEMETRY_LIMITS.joinMsMax);
  }

  #endOf(nowMs: number, isOver: boolean): Pick<PlaybackWindow, 'outcome' | 'failure'> {
    const { name, code = '' } = this.#player.snapshot.get().status;
    if (this.#hasFailed) return { outcome: null, failure: null };
    if (name === 'refused' && !EXPECTED.includes(code)) {
      return { outcome: 'failed', failure: failureOf(code) };
    }
    if (!isOver) return { outcome: null, failure: null };
    const hasWaited = this.#framedMs === null && nowMs - this.#enteredMs >= WAITED_MS_MIN;
    if (hasWaited && ['joining', 'loading', 'offline', 'interrupted'].includes(name)) {
      return { outcome: 'never_started', failure: failureOf(name) };
    }
    return { outcome: this.#framedMs === null ? null : 'left', failure: null };
  }
}

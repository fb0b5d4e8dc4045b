import type { Store } from '../../../shared/store.ts';
import type { StreamEngine } from '../engine/stream-engine.ts';
import { type PlayerProgress, readRange, withinRewind } from './player-snapshot.ts';
import { ResumePoint } from './resume-point.ts';
import type { StallWatch } from './stall-watch.ts';

/**
 * A viewer who follows live and is this far behind is moved back to live, for example after an outage or a phone's
 * sleep.
 */
const CATCH_UP_S = 4;
/** The minimum time between two jumps, because each one rebuffers. */
const CATCH_UP_EVERY_MS = 10_000;

/** Tracks whether the viewer follows live, and when to jump to it. */
class LiveFollowing {
  #follows = true;
  #jumpedAtMs = Number.NEGATIVE_INFINITY;

  get follows(): boolean {
    return this.#follows;
  }

  /** Call this when the viewer returns to live. */
  begin(): void {
    this.#follows = true;
  }

  /** Call this when the viewer rewinds or pauses. */
  end(): void {
    this.#follows = false;
  }

  /** Returns `true` once for each due jump. */
  shouldJump(nowMs: number, behindS: number): boolean {
    if (!this.#follows || behindS <= CATCH_UP_S) return false;
    if (nowMs - this.#jumpedAtMs < CATCH_UP_EVERY_MS) return false;
    this.#jumpedAtMs = nowMs;
    return true;
  }
}

/** The minimum length of a rewind window in which skipping works. Low latency has no window. */
const SKIP_MIN_S = 5;

interface PlaybackPositionOptions {
  readonly video: HTMLVideoElement;
  readonly progress: Store<PlayerProgress>;
  readonly stalls: StallWatch;
  readonly engine: () => StreamEngine | null;
}

/** The viewer's position in the stream: at live or rewound. The position survives a change of engine. */
export class PlaybackPosition {
  readonly #options: PlaybackPositionOptions;
  readonly #following = new LiveFollowing();
  readonly #resumePoint = new ResumePoint();

  constructor(options: PlaybackPositionOptions) {
    this.#options = options;
  }

  /** Whether a new engine still has to seek to the viewer's position. */
  get pending(): boolean {
    return this.#resumePoint.pending;
  }

  /** The viewer has neither rewound nor paused. */
  get followsLive(): boolean {
    return this.#following.follows;
  }

  follow(): void {
    this.#following.begin();
  }

  stay(): void {
    this.#following.end();
  }

  /** Seeks within the rewind window. */
  seekTo(positionS: number): void {
    const progress = this.#options.progress.get();
    if (positionS < progress.toS) this.stay();
    else this.follow();
    this.#seek(withinRewind(progress, positionS));
  }

  /** Skips some seconds. Returns `false` if the stream cannot be rewound. */
  skip(byS: number): boolean {
    const { positionS, fromS, toS } = this.#options.progress.get();
    if (toS - fromS < SKIP_MIN_S) return false;
    if (positionS + byS >= toS) this.goLive();
    else this.seekTo(positionS + byS);
    return true;
  }

  goLive(): void {
    this.follow();
    const liveS = this.#options.engine()?.livePositionS() ?? null;
    if (liveS !== null) this.#seek(liveS);
  }

  /** Jumps to live if the viewer follows it and has fallen behind. */
  catchUp(nowMs: number): void {
    const liveS = this.#options.engine()?.livePositionS() ?? null;
    if (liveS === null) return;
    const behindS = liveS - this.#options.video.currentTime;
    if (this.#following.shouldJump(nowMs, behindS)) this.#seek(liveS);
  }

  /**
   * Stores the stadium time of the viewer's position for a new engine.
   *
   * @param momentMs `null` if only live is possible
   */
  keep(momentMs: number | null): void {
    this.#resumePoint.keep(this.#following.follows ? null : momentMs);
  }

  /** Seeks the new engine, which shows `programTimeMs`, to the stored stadium time. */
  resume(programTimeMs: number): void {
    const { video } = this.#options;
    const positionS = this.#resumePoint.positionFrom({
      positionS: video.currentTime,
      programTimeMs,
    });
    if (positionS !== null) this.#seek(withinRewind(readRange(video), positionS));
  }

  #seek(positionS: number): void {
    const { stalls, video, progress } = this.#options;
    stalls.expectJump();
    video.currentTime = positionS;
    progress.set({ ...progress.get(), positionS });
  }
}

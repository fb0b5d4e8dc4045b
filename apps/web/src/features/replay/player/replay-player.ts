import { patchStore } from '../../../shared/patch-store.ts';
import { createStore } from '../../../shared/store.ts';
import type { StreamAddresses } from '../../player/engine/stream-engine.ts';
import { playWithAutoplayRules } from '../../player/state/autoplay.ts';
import { JoinLoop } from '../../player/state/join-loop.ts';
import { listenToPage } from '../../player/state/page-events.ts';
import type { PicturePlayer } from '../../player/state/picture-player.ts';
import { INITIAL_SNAPSHOT, type PlayerSnapshot } from '../../player/state/player-snapshot.ts';
import { PlayerSound } from '../../player/state/player-sound.ts';
import type { PlayerStatus } from '../../player/state/player-status.ts';
import { type CreateReplayEngine, hasPlayedToEnd, type ReplayEngine } from './replay-engine.ts';

const TICK_MS = 250;
/** A failed engine tries again after this long. */
const RESUME_MS = 3_000;
/** A video that has not moved for this long is loading. */
const STALL_MS = 600;

/** The position and the length, in seconds. */
export interface ReplayProgress {
  readonly positionS: number;
  readonly fromS: number;
  /** 0 while unknown. */
  readonly lengthS: number;
}

const INITIAL_PROGRESS: ReplayProgress = { positionS: 0, fromS: 0, lengthS: 0 };

export interface ReplayPlayerOptions {
  readonly video: HTMLVideoElement;
  /** Requests a grant. Called at the start and after a refused grant, as after a long pause. */
  readonly join: (signal: AbortSignal) => Promise<StreamAddresses>;
  readonly createEngine: CreateReplayEngine;
  /**
   * Called when the video has reached the newest recorded moment of a live in progress, with the stadium time of that
   * moment. Without it the player waits there.
   */
  readonly onNewest?: (programTimeMs: number | null) => void;
}

const bufferEndOf = ({ buffered }: HTMLVideoElement): number =>
  buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);

/**
 * Plays the recording of a live in one video element, from any position. Recovers from a lost connection and from a refused
 * grant at the same position. Independent of React: read `snapshot` and `progress`.
 */
export class ReplayPlayer implements PicturePlayer {
  readonly snapshot = createStore<PlayerSnapshot>(INITIAL_SNAPSHOT);
  readonly progress = createStore<ReplayProgress>(INITIAL_PROGRESS);
  readonly sound: PlayerSound;
  readonly position = {
    seekTo: (positionS: number): void => this.#seekTo(positionS),
    skip: (byS: number): boolean => {
      this.#seekTo(this.progress.get().positionS + byS);
      return true;
    },
  };

  readonly #options: ReplayPlayerOptions;
  readonly #video: HTMLVideoElement;
  readonly #lifetime = new AbortController();
  readonly #joining: JoinLoop;
  #run = new AbortController();
  #ticker: ReturnType<typeof setInterval> | undefined;
  #engine: ReplayEngine | null = null;
  /** Where the next engine begins; `null` while an engine is there. */
  #targetS: number | null = null;
  /** The new engine has not moved the video to its start yet. */
  #isStarting = false;
  #failedAtMs: number | null = null;
  #movedAtMs = 0;
  #pausing = false;
  #url: string | null = null;

  constructor(options: ReplayPlayerOptions) {
    this.#options = options;
    this.#video = options.video;
    this.sound = new PlayerSound(options.video, this.snapshot);
    this.#joining = new JoinLoop({
      join: options.join,
      onJoined: ({ hls }) => this.#load(hls),
      onRefused: (code) => {
        this.#drop();
        this.#setStatus({ name: 'refused', code });
      },
      onUnreachable: () => this.#setStatus({ name: 'offline' }),
    });
    listenToPage(options.video, this.#lifetime.signal, {
      onVolume: () => this.sound.onChanged(),
      onPause: () => this.#onPause(),
      onPlay: () => patchStore(this.snapshot, { paused: false }),
      onSeeking: () => {
        this.#movedAtMs = performance.now();
      },
      onFirstFrame: () => {
        if (this.#engine !== null) patchStore(this.snapshot, { started: true });
      },
      onVisibility: () => {},
      onOnline: () => this.#resume(),
      onOffline: () => {},
    });
    const { signal } = this.#lifetime;
    options.video.addEventListener('ended', () => this.#end(), { signal });
  }

  /** The stadium time that the video shows, in epoch milliseconds; `null` while unknown. */
  get programTimeMs(): number | null {
    return this.#isStarting || this.#targetS !== null
      ? null
      : (this.#engine?.programTimeMs() ?? null);
  }

  /** The playlist's URL with the present grant; `null` before the first one. */
  get url(): string | null {
    return this.#url;
  }

  /** Joins and plays from a position. Also restarts after `refused`. */
  start(fromS: number): void {
    if (this.#lifetime.signal.aborted) return;
    this.#drop();
    this.#targetS = Math.max(0, fromS);
    this.progress.set({ ...this.progress.get(), positionS: this.#targetS });
    patchStore(this.snapshot, { paused: false, started: false });
    this.#setStatus({ name: 'joining' });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#joining.start();
  }

  /** Releases all listeners, timers, requests and the source. */
  destroy(): void {
    this.#drop();
    this.#lifetime.abort();
  }

  play(): void {
    if (this.snapshot.get().status.name === 'ended') {
      this.#seekTo(0);
      return;
    }
    patchStore(this.snapshot, { paused: false });
    void this.#play();
  }

  pause(): void {
    patchStore(this.snapshot, { paused: true });
    this.#pauseVideo();
  }

  togglePlay(): void {
    if (this.snapshot.get().paused) this.play();
    else this.pause();
  }

  #seekTo(positionS: number): void {
    const { lengthS } = this.progress.get();
    const { status } = this.snapshot.get();
    if (status.name === 'idle' || status.name === 'refused') return;
    const toS = Math.min(Math.max(0, positionS), lengthS > 0 ? lengthS : positionS);
    this.progress.set({ ...this.progress.get(), positionS: toS });
    if (this.#targetS !== null) this.#targetS = toS;
    else this.#video.currentTime = toS;
    if (status.name !== 'ended') return;
    this.#setStatus({ name: 'playing' });
    patchStore(this.snapshot, { paused: false });
    void this.#play();
  }

  async #load(url: string): Promise<void> {
    const run = this.#run.signal;
    this.#url = url;
    this.#setStatus({ name: 'loading' });
    this.#dropEngine();
    const engine = await this.#options.createEngine(this.#video, (event) => {
      if (this.#engine !== engine) return;
      if (event.type === 'height') patchStore(this.snapshot, { height: event.height });
      else if (event.type === 'responded') this.#failedAtMs = null;
      else if (event.type === 'failed') this.#failedAtMs = performance.now();
      else {
        this.#targetS ??= this.progress.get().positionS;
        this.#joining.renew();
      }
    });
    if (run.aborted) {
      engine.destroy();
      return;
    }
    this.#engine = engine;
    const startS = this.#targetS ?? this.progress.get().positionS;
    this.#targetS = null;
    this.#failedAtMs = null;
    this.#movedAtMs = performance.now();
    this.#isStarting = true;
    engine.load(this.#video, url, startS);
    if (!this.snapshot.get().paused) void this.#play();
  }

  async #play(): Promise<void> {
    const run = this.#run.signal;
    const outcome = await playWithAutoplayRules(this.#video);
    if (run.aborted) return;
    if (outcome === 'muted') patchStore(this.snapshot, { unmuteOffered: true });
    if (outcome === 'blocked') patchStore(this.snapshot, { paused: true });
  }

  /** Reads the position, and whether the video moves. */
  #tick(): void {
    const engine = this.#engine;
    if (engine === null || this.#targetS !== null) return;
    const nowMs = performance.now();
    const before = this.progress.get();
    const { paused, status } = this.snapshot.get();
    const lengthS = engine.lengthS();
    const { readyState, seeking, currentTime } = this.#video;
    if (readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !seeking) this.#isStarting = false;
    const positionS = this.#isStarting ? before.positionS : currentTime;
    this.progress.set({ ...before, positionS, lengthS });
    if (this.#failedAtMs !== null && nowMs - this.#failedAtMs > RESUME_MS) this.#resume();
    if (status.name === 'ended' || lengthS === 0) return;
    if (positionS !== before.positionS) {
      this.#movedAtMs = nowMs;
      this.#joining.resetBackoff();
      this.#setStatus({ name: 'playing' });
    } else if (!paused && nowMs - this.#movedAtMs > STALL_MS) {
      this.#setStatus({ name: this.#failedAtMs === null ? 'buffering' : 'offline' });
    }
    const bufferedS = bufferEndOf(this.#video);
    if (paused || !hasPlayedToEnd({ positionS, bufferedS, lengthS })) return;
    if (engine.isGrowing()) this.#options.onNewest?.(engine.programTimeMs());
    else this.#end();
  }

  #end(): void {
    if (this.#engine === null) return;
    this.#pauseVideo();
    patchStore(this.snapshot, { paused: true });
    this.#setStatus({ name: 'ended' });
  }

  #resume(): void {
    if (this.#failedAtMs === null) return;
    this.#failedAtMs = performance.now();
    this.#engine?.resume();
  }

  #onPause(): void {
    // A phone pauses the video of a hidden page. That is not the viewer's choice, but a replay waits for the viewer.
    const byPage = this.#pausing || this.#engine === null || this.#video.ended;
    this.#pausing = false;
    if (!byPage) patchStore(this.snapshot, { paused: true });
  }

  #pauseVideo(): void {
    if (this.#video.paused) return;
    this.#pausing = true;
    this.#video.pause();
  }

  #setStatus(status: PlayerStatus): void {
    const before = this.snapshot.get().status;
    if (before.name !== status.name || status.name === 'refused')
      patchStore(this.snapshot, { status });
  }

  #dropEngine(): void {
    this.#engine?.destroy();
    this.#engine = null;
  }

  #drop(): void {
    this.#run.abort();
    this.#run = new AbortController();
    clearInterval(this.#ticker);
    this.#joining.stop();
    this.#pauseVideo();
    this.#dropEngine();
  }
}

import { createStore } from '../../shared/store.ts';
import {
  INITIAL_PROGRESS,
  INITIAL_SNAPSHOT,
  type PlayerProgress,
  type PlayerSnapshot,
  progressOf,
} from './player-snapshot.ts';
import { nextStatus, type PlayerEvent } from './player-status.ts';
import { PlaylistWatch, type ProbeAnswer, probePlaylist } from './playlist-probe.ts';
import { retryDelayMs } from './retry-delay.ts';
import { StallWatch } from './stall-watch.ts';
import { type EngineEvent, QUALITY_AUTO, type StreamEngine } from './stream-engine.ts';

const TICK_MS = 250;
/** A picture that stands is given this long before anybody looks why. */
const DOUBT_MS = 1_200;
const FIRST_FRAME_DOUBT_MS = 4_000;
const PROBE_EVERY_MS = 1_500;
/** The stream is there, the engine was told to go on, and this long nothing moved: it is made anew. */
const RECOVERY_MS = 5_000;
/** After a longer outage the old window is gone, so there is nothing to go on from. */
const OUTAGE_LONG_MS = 15_000;
/** A page that comes back to the front this far behind jumps to live, where it was live before. */
const CATCH_UP_S = 8;

/** Thrown by `join` where the API refuses; anything else that it throws is taken for a lost connection. */
export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface LivePlayerOptions {
  readonly video: HTMLVideoElement;
  /**
   * Asks for a grant and answers with the address that carries it. Called at the start, and again whenever the
   * grant is refused. `again` counts from 0.
   */
  readonly join: (again: number, signal: AbortSignal) => Promise<string>;
  /** Fetches and makes the engine for this browser. */
  readonly createEngine: (
    video: HTMLVideoElement,
    tell: (event: EngineEvent) => void,
  ) => Promise<StreamEngine>;
  readonly probe?: (url: string, stop: AbortSignal) => Promise<ProbeAnswer>;
}

/**
 * Plays one live in one video element, and goes on by itself after a lost connection, a publisher that drops, a
 * grant that is refused and an engine that gives up. Knows no React: read `snapshot` and `progress`.
 */
export class LivePlayer {
  readonly snapshot = createStore<PlayerSnapshot>(INITIAL_SNAPSHOT);
  readonly progress = createStore<PlayerProgress>(INITIAL_PROGRESS);

  readonly #options: LivePlayerOptions;
  readonly #video: HTMLVideoElement;
  readonly #life = new AbortController();
  readonly #stalls = new StallWatch();
  readonly #playlist = new PlaylistWatch();

  #engine: StreamEngine | null = null;
  #engineDead = false;
  #url: string | null = null;
  /** Everything asynchronous of one start belongs to one run; a later run makes it void. */
  #run = new AbortController();
  #ticker: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #joins = 0;
  #failedJoins = 0;
  #joining = false;
  #reloads = 0;
  #doubtAtMs = 0;
  #probing = false;
  #recoverByMs: number | null = null;
  #outageSinceMs: number | null = null;
  #programTimeMs: number | null = null;
  #ours = false;

  constructor(options: LivePlayerOptions) {
    this.#options = options;
    this.#video = options.video;
    const { signal } = this.#life;
    const on = (target: EventTarget, name: string, react: () => void) =>
      target.addEventListener(name, react, { signal });
    on(this.#video, 'volumechange', () => this.#onVolume());
    on(this.#video, 'pause', () => this.#onPause());
    on(this.#video, 'play', () => this.#patch({ paused: false }));
    on(this.#video, 'seeking', () => this.#stalls.expectJump());
    on(this.#video, 'loadeddata', () => this.#patch({ started: true }));
    on(document, 'visibilitychange', () => this.#onVisible());
    on(window, 'online', () => this.#onOnline());
    on(window, 'offline', () => this.#onOffline());
  }

  /** The moment in the hall that the picture shows, in milliseconds of the publisher's clock. */
  get programTimeMs(): number | null {
    return this.#programTimeMs;
  }

  /** Joins and plays. Also the way out of `ended` and `refused`. */
  start(): void {
    if (this.#life.signal.aborted) return;
    this.#reset();
    this.#joins = 0;
    this.#dispatch({ type: 'start' });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    void this.#join();
  }

  /** Gives the stream back. The element keeps no source. */
  stop(): void {
    this.#reset();
    this.#dispatch({ type: 'stop' });
  }

  /** The live is over: what the buffer holds is of no more interest. */
  end(): void {
    this.#dispatch({ type: 'ended' });
    this.#reset();
  }

  destroy(): void {
    this.stop();
    this.#life.abort();
  }

  play(): void {
    this.#patch({ paused: false });
    void this.#play();
  }

  pause(): void {
    this.#patch({ paused: true });
    this.#pauseVideo();
  }

  togglePlay(): void {
    if (this.snapshot.get().paused) this.play();
    else this.pause();
  }

  setMuted(muted: boolean): void {
    this.#video.muted = muted;
    if (!muted && this.#video.volume === 0) this.#video.volume = 0.5;
    this.#patch({ unmuteOffered: false });
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.#video.volume = Math.min(1, Math.max(0, volume));
    this.setMuted(this.#video.volume === 0);
  }

  setQuality(id: number): void {
    this.#engine?.setQuality(id);
    this.#patch({ quality: id });
  }

  /** Seeks within what can be rewound. */
  seekTo(positionS: number): void {
    const { fromS, toS } = this.progress.get();
    this.#seek(Math.min(Math.max(positionS, fromS), toS));
  }

  goLive(): void {
    const liveS = this.#engine?.livePositionS();
    if (typeof liveS === 'number') this.#seek(liveS);
    if (this.snapshot.get().paused) this.play();
  }

  // — starting ————————————————————————————————————————————————

  async #join(): Promise<void> {
    const run = this.#run.signal;
    if (this.#joining) return;
    this.#joining = true;
    clearTimeout(this.#retry);
    try {
      const url = await this.#options.join(this.#joins, run);
      if (run.aborted) return;
      this.#joins += 1;
      this.#failedJoins = 0;
      this.#url = url;
      this.#dispatch({ type: 'joined' });
      this.#joining = false;
      await this.#load();
    } catch (error) {
      if (run.aborted) return;
      if (error instanceof JoinRefused) this.#refuse(error.code);
      else this.#joinLater();
    } finally {
      if (!run.aborted) this.#joining = false;
    }
  }

  #joinLater(): void {
    this.#dispatch({ type: 'verdict', verdict: 'unreachable' });
    this.#retry = setTimeout(
      () => void this.#join(),
      retryDelayMs(this.#failedJoins, Math.random()),
    );
    this.#failedJoins += 1;
  }

  #refuse(code: string): void {
    this.#dispatch({ type: 'refused', code });
    this.#reset();
  }

  async #load(): Promise<void> {
    const run = this.#run.signal;
    const url = this.#url;
    if (url === null) return;
    this.#engine?.destroy();
    this.#engine = null;
    this.#engineDead = false;
    this.#stalls.expectJump();
    this.#waitUntil(FIRST_FRAME_DOUBT_MS);
    let mine: StreamEngine | null = null;
    const engine = await this.#options.createEngine(this.#video, (event) => {
      if (mine !== null && mine === this.#engine) this.#onEngine(event);
    });
    if (run.aborted || this.#url !== url) {
      engine.destroy();
      return;
    }
    mine = engine;
    this.#engine = engine;
    engine.load(this.#video, url);
    if (this.snapshot.get().quality !== QUALITY_AUTO) this.#patch({ quality: QUALITY_AUTO });
    if (!this.snapshot.get().paused) await this.#play();
  }

  /** Plays with sound where the browser lets us, else without and offers it; else waits for a tap. */
  async #play(): Promise<void> {
    const run = this.#run.signal;
    try {
      await this.#video.play();
    } catch (error) {
      if (run.aborted || !(error instanceof DOMException) || error.name !== 'NotAllowedError')
        return;
      if (this.#video.muted) {
        this.#patch({ paused: true });
        return;
      }
      this.#video.muted = true;
      this.#patch({ unmuteOffered: true });
      await this.#play();
    }
  }

  // — watching over it ————————————————————————————————————————

  #tick(): void {
    const now = performance.now();
    const { paused, status } = this.snapshot.get();
    const expected = !paused && !this.#video.seeking && !document.hidden && this.#engine !== null;
    const seen = this.#stalls.sample({ atMs: now, positionS: this.#video.currentTime, expected });
    this.#measure();
    if (seen === 'moving') this.#onMoving();
    if (seen === 'standing') this.#onStanding(now);
    const waiting = !paused && status.name !== 'playing' && status.name !== 'joining';
    if (waiting && this.#url !== null && now >= this.#doubtAtMs) void this.#look();
    if (this.#recoverByMs !== null && now >= this.#recoverByMs) void this.#reload();
  }

  #measure(): void {
    const engine = this.#engine;
    if (engine === null) return;
    this.#programTimeMs = engine.programTimeMs();
    this.progress.set(
      progressOf(this.progress.get(), {
        positionS: this.#video.currentTime,
        seekable: this.#video.seekable,
        liveS: engine.livePositionS(),
        programTimeMs: this.#programTimeMs,
        clockMs: Date.now() + engine.clockSkewMs(),
        stalls: this.#stalls.stalls,
      }),
    );
  }

  #onMoving(): void {
    this.#recoverByMs = null;
    this.#outageSinceMs = null;
    this.#reloads = 0;
    this.#joins = Math.min(this.#joins, 1);
    this.#playlist.forget();
    this.#dispatch({ type: 'moving' });
  }

  #onStanding(now: number): void {
    if (this.snapshot.get().status.name === 'playing') this.#waitUntil(DOUBT_MS);
    this.#outageSinceMs ??= now;
    this.#dispatch({ type: 'standing' });
  }

  #waitUntil(delayMs: number): void {
    this.#doubtAtMs = performance.now() + delayMs;
  }

  /** Looks why the picture stands, and does something about it. */
  async #look(): Promise<void> {
    const run = this.#run.signal;
    const url = this.#url;
    if (this.#probing || this.#joining || url === null) return;
    this.#probing = true;
    try {
      const answer = await (this.#options.probe ?? probePlaylist)(url, run);
      if (!run.aborted && url === this.#url) this.#onAnswer(answer);
    } finally {
      this.#probing = false;
      this.#waitUntil(PROBE_EVERY_MS);
    }
  }

  #onAnswer(answer: ProbeAnswer): void {
    if (answer.kind === 'refused') {
      this.#rejoin();
      return;
    }
    if (answer.kind === 'ended') {
      this.end();
      return;
    }
    const verdict = this.#playlist.judge(answer);
    if (verdict === null) return;
    this.#dispatch({ type: 'verdict', verdict });
    if (verdict === 'advancing') this.#recover();
    else this.#recoverByMs = null;
  }

  /** The stream is there: goes on with what there is, or begins anew where that is hopeless or too old. */
  #recover(): void {
    if (this.#recoverByMs !== null) return;
    const now = performance.now();
    const outageMs = this.#outageSinceMs === null ? 0 : now - this.#outageSinceMs;
    this.#recoverByMs = now + RECOVERY_MS + retryDelayMs(this.#reloads, Math.random());
    if (this.#engineDead || outageMs > OUTAGE_LONG_MS) void this.#reload();
    else this.#engine?.resume();
    if (!this.snapshot.get().paused) void this.#play();
  }

  async #reload(): Promise<void> {
    const run = this.#run.signal;
    this.#reloads += 1;
    this.#outageSinceMs = performance.now();
    this.#recoverByMs = null;
    try {
      await this.#load();
    } catch {
      // The engine's own code could not be fetched: no connection.
      if (!run.aborted) this.#joinLater();
    }
  }

  #rejoin(): void {
    if (this.#joining) return;
    if (this.#joins <= 1) void this.#join();
    else this.#joinLater();
  }

  #onEngine(event: EngineEvent): void {
    switch (event.type) {
      case 'qualities':
        this.#patch({ qualities: event.qualities });
        return;
      case 'ended':
        this.end();
        return;
      case 'refused':
        this.#engineDead = true;
        this.#rejoin();
        return;
      case 'dead':
        this.#engineDead = true;
        this.#waitUntil(0);
        return;
      case 'trouble':
        if (this.snapshot.get().status.name !== 'playing') this.#waitUntil(0);
    }
  }

  // — the page around it —————————————————————————————————————————

  #onOffline(): void {
    this.#dispatch({ type: 'verdict', verdict: 'unreachable' });
  }

  #onOnline(): void {
    this.#failedJoins = 0;
    this.#waitUntil(0);
    if (this.snapshot.get().status.name === 'offline' && this.#url === null) void this.#join();
  }

  #onVisible(): void {
    if (document.hidden || this.snapshot.get().paused || this.#engine === null) return;
    const { atLive, toS } = this.progress.get();
    // Timers sleep in a hidden page, so the last measure may be old; ask the engine.
    const liveS = this.#engine.livePositionS() ?? toS;
    this.#stalls.expectJump();
    if (this.#video.paused) void this.#play();
    if (atLive && liveS - this.#video.currentTime > CATCH_UP_S) this.#seek(liveS);
  }

  #onPause(): void {
    // A phone pauses a hidden page's picture; that is not the viewer's wish, and ends when the page is back.
    const byPhone = document.hidden && document.pictureInPictureElement !== this.#video;
    if (!this.#ours && !byPhone && this.#engine !== null && !this.#video.ended)
      this.#patch({ paused: true });
    this.#ours = false;
  }

  #onVolume(): void {
    const { muted, volume } = this.#video;
    this.#patch({ muted, volume });
    if (!muted) this.#patch({ unmuteOffered: false });
  }

  #seek(positionS: number): void {
    this.#stalls.expectJump();
    this.#video.currentTime = positionS;
    this.progress.set({ ...this.progress.get(), positionS });
  }

  #pauseVideo(): void {
    if (this.#video.paused) return;
    this.#ours = true;
    this.#video.pause();
  }

  #patch(fields: Partial<PlayerSnapshot>): void {
    const before = this.snapshot.get();
    const names = Object.keys(fields) as (keyof PlayerSnapshot)[];
    if (names.some((name) => !Object.is(fields[name], before[name]))) {
      this.snapshot.set({ ...before, ...fields });
    }
  }

  #dispatch(event: PlayerEvent): void {
    this.#patch({ status: nextStatus(this.snapshot.get().status, event) });
  }

  #reset(): void {
    this.#run.abort();
    this.#run = new AbortController();
    clearInterval(this.#ticker);
    clearTimeout(this.#retry);
    this.#pauseVideo();
    this.#engine?.destroy();
    this.#engine = null;
    this.#engineDead = false;
    this.#url = null;
    this.#joining = false;
    this.#probing = false;
    this.#failedJoins = 0;
    this.#reloads = 0;
    this.#recoverByMs = null;
    this.#outageSinceMs = null;
    this.#programTimeMs = null;
    this.#playlist.forget();
    this.#stalls.expectJump();
    this.progress.set({ ...INITIAL_PROGRESS, stalls: this.#stalls.stalls });
    this.#patch({ qualities: [], started: false });
  }
}

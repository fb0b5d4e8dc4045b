import { patchStore } from '../../shared/patch-store.ts';
import { createStore } from '../../shared/store.ts';
import { playWithin } from './autoplay.ts';
import { JoinRefused } from './join-refused.ts';
import { LiveFollowing } from './live-following.ts';
import type { LivePlayerOptions } from './live-player-options.ts';
import { Outage } from './outage.ts';
import { listenToPage } from './page-events.ts';
import {
  INITIAL_PROGRESS,
  INITIAL_SNAPSHOT,
  type PlayerProgress,
  type PlayerSnapshot,
  readProgress,
  VOLUME_AFTER_SILENCE,
  withinRewind,
} from './player-snapshot.ts';
import { nextStatus, type PlayerEvent } from './player-status.ts';
import { probePlaylist } from './playlist-probe.ts';
import { retryDelayMs } from './retry-delay.ts';
import { StallWatch } from './stall-watch.ts';
import {
  type EngineEvent,
  nextRealtime,
  QUALITY_AUTO,
  type StreamEngine,
} from './stream-engine.ts';

const TICK_MS = 250;

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
  readonly #following = new LiveFollowing();
  readonly #outage: Outage;
  /** Everything asynchronous of one start belongs to one run; the next run makes it void. */
  #run = new AbortController();
  #ticker: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #engine: StreamEngine | null = null;
  #url: string | null = null;
  #whepUrl: string | null = null;
  #wantsRealtime: boolean;
  #joining = false;
  #joins = 0;
  #loads = 0;
  #failures = 0;
  #programTimeMs: number | null = null;
  #pausing = false;

  constructor(options: LivePlayerOptions) {
    this.#options = options;
    this.#video = options.video;
    this.#wantsRealtime = options.realtime ?? false;
    this.#outage = new Outage({
      look: options.look ?? ((url) => probePlaylist(url, this.#run.signal)),
      onVerdict: (verdict) => this.#dispatch({ type: 'verdict', verdict }),
      onRefused: () => this.#rejoin(),
      onEnded: () => this.end(),
      resume: () => this.#resume(),
      reload: () => void this.#reload(),
    });
    listenToPage(options.video, this.#life.signal, {
      onVolume: () => this.#onVolume(),
      onPause: () => this.#onPause(),
      onPlay: () => this.#patch({ paused: false }),
      onSeeking: () => this.#stalls.expectJump(),
      onFirstFrame: () => this.#patch({ started: this.#engine !== null }),
      onVisibility: () => this.#onVisible(),
      onOnline: () => this.#onOnline(),
      onOffline: () => this.#dispatch({ type: 'verdict', verdict: 'unreachable' }),
    });
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

  /** The live is over: what the buffer still holds is of no more interest. */
  end(): void {
    this.#dispatch({ type: 'ended' });
    this.#reset();
  }

  /** Nothing of it is left afterwards: no listener, timer, request or source. */
  destroy(): void {
    this.stop();
    this.#life.abort();
  }

  play(): void {
    // A short pause is no wish to stay behind.
    if (this.progress.get().atLive) this.#following.begin();
    this.#patch({ paused: false });
    void this.#play();
  }

  pause(): void {
    this.#following.end();
    this.#patch({ paused: true });
    this.#pauseVideo();
  }

  togglePlay(): void {
    if (this.snapshot.get().paused) this.play();
    else this.pause();
  }

  setMuted(muted: boolean): void {
    this.#video.muted = muted;
    if (!muted && this.#video.volume === 0) this.#video.volume = VOLUME_AFTER_SILENCE;
    this.#patch({ unmuteOffered: false });
  }

  /** @param volume 0–1 */
  setVolume(volume: number): void {
    this.#video.volume = Math.min(1, Math.max(0, volume));
    this.#video.muted = this.#video.volume === 0;
    this.#patch({ unmuteOffered: false });
  }

  /** @param id `QUALITY_AUTO` or one of `snapshot.qualities` */
  setQuality(id: number): void {
    this.#engine?.setQuality(id);
    this.#patch({ quality: id });
  }

  /** Low latency by WebRTC, without rewinding; nothing where the stream has none. */
  setRealtime(wanted: boolean): void {
    this.#wantsRealtime = wanted;
    this.#patch({ realtime: nextRealtime('off', this.#whepUrl !== null, wanted) });
    this.#following.begin();
    if (this.#engine !== null) void this.#reload();
  }

  /** Seeks within what can be rewound. */
  seekTo(positionS: number): void {
    const progress = this.progress.get();
    if (positionS < progress.toS) this.#following.end();
    else this.#following.begin();
    this.#seek(withinRewind(progress, positionS));
  }

  goLive(): void {
    this.#following.begin();
    const liveS = this.#engine?.livePositionS() ?? null;
    if (liveS !== null) this.#seek(liveS);
    if (this.snapshot.get().paused) this.play();
  }

  // Starting

  async #join(): Promise<void> {
    if (this.#joining) return;
    const run = this.#run.signal;
    clearTimeout(this.#retry);
    this.#joining = true;
    const again = this.#joins;
    this.#joins += 1;
    try {
      const { hls, whep } = await this.#options.join(again, run);
      if (run.aborted) return;
      this.#url = hls;
      this.#whepUrl = whep;
      const { realtime } = this.snapshot.get();
      this.#patch({ realtime: nextRealtime(realtime, whep !== null, this.#wantsRealtime) });
      this.#dispatch({ type: 'joined' });
      await this.#load();
    } catch (error) {
      if (!run.aborted) this.#onFailure(error);
    } finally {
      if (!run.aborted) this.#joining = false;
    }
  }

  #onFailure(error: unknown): void {
    if (error instanceof JoinRefused) {
      this.#dispatch({ type: 'refused', code: error.code });
      this.#reset();
      return;
    }
    this.#dispatch({ type: 'verdict', verdict: 'unreachable' });
    this.#joinLater();
  }

  #joinLater(): void {
    const delayMs = retryDelayMs(this.#failures, Math.random());
    this.#failures += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#join(), delayMs);
  }

  /** The grant was refused: asks for another, at once the first time. */
  #rejoin(): void {
    if (this.#joining) return;
    if (this.#failures > 0) this.#joinLater();
    else {
      this.#failures = 1;
      void this.#join();
    }
  }

  async #load(): Promise<void> {
    const run = this.#run.signal;
    const url = this.#url;
    if (url === null) return;
    this.#loads += 1;
    const load = this.#loads;
    this.#dropEngine();
    this.#outage.loading(performance.now());
    const whepUrl = this.snapshot.get().realtime === 'on' ? this.#whepUrl : null;
    const tell = (event: EngineEvent): void => {
      if (this.#engine === engine) this.#onEngine(event);
    };
    const engine = await this.#options.createEngine(this.#video, tell, whepUrl !== null);
    if (run.aborted || load !== this.#loads) {
      engine.destroy();
      return;
    }
    this.#engine = engine;
    engine.load(this.#video, whepUrl ?? url);
    this.#patch({ quality: QUALITY_AUTO });
    if (!this.snapshot.get().paused) void this.#play();
  }

  async #play(): Promise<void> {
    const run = this.#run.signal;
    const outcome = await playWithin(this.#video);
    if (run.aborted) return;
    if (outcome === 'muted') this.#patch({ unmuteOffered: true });
    if (outcome === 'blocked') this.#patch({ paused: true });
  }

  // Watching over it

  #tick(): void {
    const now = performance.now();
    const { paused, status } = this.snapshot.get();
    const expected = !paused && !this.#video.seeking && this.#engine !== null;
    const seen = this.#stalls.sample({ atMs: now, positionS: this.#video.currentTime, expected });
    if (seen === 'moving') {
      this.#outage.moved();
      this.#failures = 0;
      this.#dispatch({ type: 'moving' });
      this.#catchUp(now);
    } else if (seen === 'standing') {
      this.#outage.stood(now);
      this.#dispatch({ type: 'standing' });
    }
    this.#measure();
    if (!paused && !this.#joining && status.name !== 'playing' && this.#url !== null) {
      this.#outage.tick(now, this.#url);
    }
  }

  #catchUp(now: number): void {
    const liveS = this.#engine?.livePositionS() ?? null;
    if (liveS === null) return;
    if (this.#following.shouldJump(now, liveS - this.#video.currentTime)) this.#seek(liveS);
  }

  #measure(): void {
    const engine = this.#engine;
    const { name } = this.snapshot.get().status;
    // Before the picture moves its position means nothing yet.
    if (engine === null || name === 'joining' || name === 'loading') return;
    this.#programTimeMs = engine.programTimeMs();
    this.progress.set(readProgress(this.progress.get(), this.#video, engine, this.#stalls.stalls));
  }

  #resume(): void {
    this.#engine?.resume();
    if (!this.snapshot.get().paused) void this.#play();
  }

  async #reload(): Promise<void> {
    const run = this.#run.signal;
    try {
      await this.#load();
    } catch (error) {
      if (!run.aborted) this.#onFailure(error);
    }
  }

  #onEngine(event: EngineEvent): void {
    if (event.type === 'qualities') this.#patch({ qualities: event.qualities });
    else if (event.type === 'ended') this.end();
    else if (event.type === 'dead') this.#outage.engineDied();
    else if (event.type === 'trouble') this.#outage.lookSoon();
    else if (event.type === 'heard') this.#outage.heard(performance.now());
    else if (event.type === 'soundless') this.#patch({ soundless: true });
    else if (event.type === 'realtime_lost') {
      this.#patch({ realtime: 'lost' });
      void this.#reload();
    } else {
      this.#outage.engineDied();
      this.#rejoin();
    }
  }

  // The page around it

  #onOnline(): void {
    this.#failures = 0;
    this.#outage.lookSoon();
    if (this.#url === null && this.snapshot.get().status.name === 'offline') void this.#join();
  }

  #onVisible(): void {
    if (document.hidden || this.snapshot.get().paused || this.#engine === null) return;
    this.#stalls.expectJump();
    if (this.#video.paused) void this.#play();
    this.#catchUp(performance.now());
  }

  #onPause(): void {
    // A phone pauses the picture of a hidden page: that is not the viewer's wish, and ends when the page is back.
    const byPhone = document.hidden && document.pictureInPictureElement !== this.#video;
    const byViewer = !this.#pausing && !byPhone && this.#engine !== null && !this.#video.ended;
    this.#pausing = false;
    if (!byViewer) return;
    this.#following.end();
    this.#patch({ paused: true });
  }

  #onVolume(): void {
    const { muted, volume } = this.#video;
    this.#patch(muted ? { muted, volume } : { muted, volume, unmuteOffered: false });
  }

  #seek(positionS: number): void {
    this.#stalls.expectJump();
    this.#video.currentTime = positionS;
    this.progress.set({ ...this.progress.get(), positionS });
  }

  #pauseVideo(): void {
    if (this.#video.paused) return;
    this.#pausing = true;
    this.#video.pause();
  }

  #dropEngine(): void {
    this.#engine?.destroy();
    this.#engine = null;
    this.#stalls.expectJump();
    this.#patch({ started: false, soundless: false });
  }

  #patch(fields: Partial<PlayerSnapshot>): void {
    patchStore(this.snapshot, fields);
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
    this.#dropEngine();
    this.#outage.reset();
    this.#following.begin();
    this.#url = null;
    this.#joining = false;
    this.#failures = 0;
    this.#programTimeMs = null;
    this.progress.set({ ...INITIAL_PROGRESS, stalls: this.#stalls.stalls });
    this.#patch({ qualities: [], quality: QUALITY_AUTO, paused: false, realtime: 'none' });
  }
}

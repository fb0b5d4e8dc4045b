import { patchStore } from '../../../shared/patch-store.ts';
import { createStore } from '../../../shared/store.ts';
import { lookUpAudioAddress } from '../engine/master-playlist.ts';
import {
  type EngineEvent,
  QUALITY_AUTO,
  type StreamAddresses,
  type StreamEngine,
} from '../engine/stream-engine.ts';
import { playWithin } from './autoplay.ts';
import { JoinLoop } from './join-loop.ts';
import type { LivePlayerOptions } from './live-player-options.ts';
import { Outage } from './outage.ts';
import { listenToPage } from './page-events.ts';
import { PlayerPlace } from './player-place.ts';
import {
  INITIAL_PROGRESS,
  INITIAL_SNAPSHOT,
  type PlayerProgress,
  type PlayerSnapshot,
  readProgress,
} from './player-snapshot.ts';
import { PlayerSound } from './player-sound.ts';
import { nextStatus, type PlayerEvent } from './player-status.ts';
import { probePlaylist } from './playlist-probe.ts';
import { StallWatch } from './stall-watch.ts';
import { StreamChoice } from './stream-choice.ts';

const TICK_MS = 250;

/**
 * Plays one live in one video element, and goes on by itself after a lost connection, a publisher that drops, a
 * grant that is refused and an engine that gives up. Knows no React: read `snapshot` and `progress`.
 */
export class LivePlayer {
  readonly snapshot = createStore<PlayerSnapshot>(INITIAL_SNAPSHOT);
  readonly progress = createStore<PlayerProgress>(INITIAL_PROGRESS);
  readonly sound: PlayerSound;
  readonly place: PlayerPlace;

  readonly #options: LivePlayerOptions;
  readonly #video: HTMLVideoElement;
  readonly #life = new AbortController();
  readonly #stalls = new StallWatch();
  readonly #outage: Outage;
  readonly #joining: JoinLoop;
  readonly #choice: StreamChoice;
  /** Everything asynchronous of one start belongs to one run; the next run makes it void. */
  #run = new AbortController();
  #ticker: ReturnType<typeof setInterval> | undefined;
  #engine: StreamEngine | null = null;
  #loads = 0;
  #framed = false;
  #programTimeMs: number | null = null;
  #pausing = false;

  constructor(options: LivePlayerOptions) {
    this.#options = options;
    this.#video = options.video;
    this.sound = new PlayerSound(options.video, this.snapshot);
    this.place = new PlayerPlace({
      video: options.video,
      progress: this.progress,
      stalls: this.#stalls,
      engine: () => this.#engine,
    });
    this.#choice = new StreamChoice({
      realtime: options.realtime ?? false,
      audioOnly: options.audioOnly ?? false,
      findAudio: options.findAudio ?? lookUpAudioAddress,
    });
    this.#patch({ dataSaver: options.dataSaver ?? false });
    this.#joining = new JoinLoop({
      join: options.join,
      onJoined: (addresses) => this.#onJoined(addresses),
      onRefused: (code) => {
        this.#dispatch({ type: 'refused', code });
        this.#reset();
      },
      onUnreachable: () => this.#dispatch({ type: 'verdict', verdict: 'unreachable' }),
    });
    this.#outage = new Outage({
      look: options.look ?? ((url) => probePlaylist(url, this.#run.signal)),
      onVerdict: (verdict) => this.#dispatch({ type: 'verdict', verdict }),
      onRefused: () => this.#joining.renew(),
      onEnded: () => this.end(),
      resume: () => this.#resume(),
      reload: () => void this.#reload(),
    });
    listenToPage(options.video, this.#life.signal, {
      onVolume: () => this.sound.changed(),
      onPause: () => this.#onPause(),
      onPlay: () => this.#patch({ paused: false }),
      onSeeking: () => this.#stalls.expectJump(),
      onFirstFrame: () => {
        this.#framed = this.#engine !== null;
        this.#showFrame();
      },
      onVisibility: () => this.#onVisible(),
      onOnline: () => this.#onOnline(),
      onOffline: () => this.#dispatch({ type: 'verdict', verdict: 'unreachable' }),
    });
  }

  /** What to add to this device's clock to get the server's, as far as it is known. */
  get clockSkewMs(): number {
    return this.#engine?.clockSkewMs() ?? 0;
  }

  /** The moment in the hall that the picture shows, in milliseconds of the publisher's clock. */
  get programTimeMs(): number | null {
    return this.#programTimeMs;
  }

  /** Joins and plays. Also the way out of `ended` and `refused`. */
  start(): void {
    if (this.#life.signal.aborted) return;
    this.#reset();
    this.#dispatch({ type: 'start' });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#joining.begin();
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
    if (this.progress.get().atLive) this.place.follow();
    this.#patch({ paused: false });
    void this.#play();
  }

  pause(): void {
    this.place.stay();
    this.#patch({ paused: true });
    this.#pauseVideo();
  }

  togglePlay(): void {
    if (this.snapshot.get().paused) this.play();
    else this.pause();
  }

  /** @param id `QUALITY_AUTO` or one of `snapshot.qualities` */
  setQuality(id: number): void {
    this.#engine?.setQuality(id);
    this.#patch({ quality: id });
  }

  /** Low latency by WebRTC, without rewinding; nothing where the stream has none. */
  setRealtime(wanted: boolean): void {
    this.#choice.wantRealtime(wanted);
    this.place.follow();
    this.#choose();
  }

  /** The sound alone, at a fraction of the bytes; nothing where the stream does not offer it. */
  setAudioOnly(wanted: boolean): void {
    this.#choice.wantAudio(wanted);
    this.#choose();
  }

  /** Plays by the browser's own player, which can hand the stream to a television; without low latency. */
  setNative(native: boolean): void {
    if (this.#choice.wantNative(native)) this.#choose();
  }

  /** No more than the smallest picture that is still good, as long as no quality is chosen. */
  setDataSaver(on: boolean): void {
    this.#patch({ dataSaver: on });
    this.#engine?.setDataSaver(on);
  }

  goLive(): void {
    this.place.toLive();
    if (this.snapshot.get().paused) this.play();
  }

  // Starting

  #choose(): void {
    this.#patch({ realtime: this.#choice.realtimeAfter('off') });
    if (this.#engine !== null) void this.#reload();
  }

  async #onJoined(addresses: StreamAddresses): Promise<void> {
    this.#choice.take(addresses);
    this.#patch({ realtime: this.#choice.realtimeAfter(this.snapshot.get().realtime) });
    this.#dispatch({ type: 'joined' });
    await this.#load();
  }

  async #load(): Promise<void> {
    const run = this.#run.signal;
    this.#loads += 1;
    const load = this.#loads;
    this.#dropEngine();
    this.#outage.loading(performance.now());
    const chosen = await this.#choice.choose(this.snapshot.get().realtime);
    if (chosen === null) return;
    const tell = (event: EngineEvent): void => {
      if (this.#engine === engine) this.#onEngine(event);
    };
    const engine = await this.#options.createEngine(this.#video, tell, chosen.wish);
    if (run.aborted || load !== this.#loads) {
      engine.destroy();
      return;
    }
    this.#engine = engine;
    this.place.keep(chosen.wish === 'realtime' ? null : this.#programTimeMs);
    this.#patch({ quality: QUALITY_AUTO, audio: chosen.audio });
    engine.setDataSaver(this.snapshot.get().dataSaver);
    engine.load(this.#video, chosen.url);
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
      this.#joining.worked();
      this.#dispatch({ type: 'moving' });
      this.place.catchUp(now);
    } else if (seen === 'standing') {
      this.#outage.stood(now);
      this.#dispatch({ type: 'standing' });
    }
    this.#measure();
    const { url } = this.#choice;
    if (!paused && !this.#joining.busy && status.name !== 'playing' && url !== null) {
      this.#outage.tick(now, url);
    }
  }

  #measure(): void {
    const engine = this.#engine;
    const { name } = this.snapshot.get().status;
    // Before the picture moves its position means nothing yet.
    if (engine === null || name === 'joining' || (name === 'loading' && !this.place.pending))
      return;
    const programTimeMs = engine.programTimeMs();
    if (this.place.pending) {
      if (programTimeMs === null) return;
      this.place.goBack(programTimeMs);
      return;
    }
    this.#showFrame();
    this.#programTimeMs = programTimeMs ?? this.#programTimeMs;
    this.progress.set(readProgress(this.progress.get(), this.#video, engine, this.#stalls.stalls));
  }

  /** The poster goes with the first frame of the moment that the viewer is at. */
  #showFrame(): void {
    this.#patch({ started: this.#framed && !this.place.pending });
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
      if (!run.aborted) this.#joining.fail(error);
    }
  }

  #onEngine(event: EngineEvent): void {
    if (event.type === 'qualities') this.#patch({ qualities: event.qualities });
    else if (event.type === 'height') this.#patch({ height: event.height });
    else if (event.type === 'audio_offered') this.#patch({ audio: 'off' });
    else if (event.type === 'ended') this.end();
    else if (event.type === 'dead') this.#outage.engineDied();
    else if (event.type === 'trouble') this.#outage.lookSoon();
    else if (event.type === 'heard') this.#outage.heard(performance.now());
    else if (event.type === 'soundless') this.#patch({ soundless: true });
    else if (event.type === 'realtime_lost') {
      this.#patch({ realtime: 'lost', linkThin: event.linkThin });
      void this.#reload();
    } else {
      this.#outage.engineDied();
      this.#joining.renew();
    }
  }

  // The page around it

  #onOnline(): void {
    this.#outage.lookSoon();
    this.#joining.worked();
    if (this.#choice.url === null && this.snapshot.get().status.name === 'offline')
      this.#joining.hurry();
  }

  #onVisible(): void {
    if (document.hidden || this.snapshot.get().paused || this.#engine === null) return;
    this.#stalls.expectJump();
    if (this.#video.paused) void this.#play();
    this.place.catchUp(performance.now());
  }

  #onPause(): void {
    // A phone pauses the picture of a hidden page: that is not the viewer's wish, and ends when the page is back.
    const byPhone = document.hidden && document.pictureInPictureElement !== this.#video;
    const byViewer = !this.#pausing && !byPhone && this.#engine !== null && !this.#video.ended;
    this.#pausing = false;
    if (!byViewer) return;
    this.place.stay();
    this.#patch({ paused: true });
  }

  #pauseVideo(): void {
    if (this.#video.paused) return;
    this.#pausing = true;
    this.#video.pause();
  }

  #dropEngine(): void {
    this.#engine?.destroy();
    this.#engine = null;
    this.#framed = false;
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
    this.#pauseVideo();
    this.#dropEngine();
    this.#outage.reset();
    this.place.follow();
    this.#joining.stop();
    this.#choice.take(null);
    this.#programTimeMs = null;
    this.progress.set({ ...INITIAL_PROGRESS, stalls: this.#stalls.stalls });
    this.#patch({ qualities: [], quality: QUALITY_AUTO, paused: false, realtime: 'none' });
    this.#patch({ audio: 'none', height: 0 });
  }
}

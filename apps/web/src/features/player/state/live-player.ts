import { patchStore } from '../../../shared/patch-store.ts';
import { createStore } from '../../../shared/store.ts';
import { fetchAudioUrl } from '../engine/master-playlist.ts';
import {
  type EngineEvent,
  QUALITY_AUTO,
  type StreamAddresses,
  type StreamEngine,
} from '../engine/stream-engine.ts';
import { playWithAutoplayRules } from './autoplay.ts';
import { JoinLoop } from './join-loop.ts';
import type { LivePlayerOptions } from './live-player-options.ts';
import { OutageMonitor } from './outage-monitor.ts';
import { listenToPage } from './page-events.ts';
import { PlaybackPosition } from './playback-position.ts';
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
 * Plays one live in one video element. Recovers from a lost connection, an interrupted publisher, a refused grant and a
 * failed engine. Independent of React: read `snapshot` and `progress`.
 */
export class LivePlayer {
  readonly snapshot = createStore<PlayerSnapshot>(INITIAL_SNAPSHOT);
  readonly progress = createStore<PlayerProgress>(INITIAL_PROGRESS);
  readonly sound: PlayerSound;
  readonly position: PlaybackPosition;

  readonly #options: LivePlayerOptions;
  readonly #video: HTMLVideoElement;
  readonly #lifetime = new AbortController();
  readonly #stalls = new StallWatch();
  readonly #outage: OutageMonitor;
  readonly #joining: JoinLoop;
  readonly #choice: StreamChoice;
  /** Aborts the asynchronous work of the current start. Each start has a new controller. */
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
    this.position = new PlaybackPosition({
      video: options.video,
      progress: this.progress,
      stalls: this.#stalls,
      engine: () => this.#engine,
    });
    this.#choice = new StreamChoice({
      realtime: options.realtime ?? false,
      audioOnly: options.audioOnly ?? false,
      findAudio: options.findAudio ?? fetchAudioUrl,
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
    this.#outage = new OutageMonitor({
      probe: options.probe ?? ((url) => probePlaylist(url, this.#run.signal)),
      onVerdict: (verdict) => this.#dispatch({ type: 'verdict', verdict }),
      onRefused: () => this.#joining.renew(),
      onEnded: () => this.end(),
      resume: () => this.#resume(),
      reload: () => void this.#reload(),
    });
    listenToPage(options.video, this.#lifetime.signal, {
      onVolume: () => this.sound.onChanged(),
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

  /** The server's clock minus this device's clock, in milliseconds; 0 while unknown. */
  get clockSkewMs(): number {
    return this.#engine?.clockSkewMs() ?? 0;
  }

  /** The stadium time that the video shows, in milliseconds of the publisher's clock. */
  get programTimeMs(): number | null {
    return this.#programTimeMs;
  }

  /** Joins and plays; also restarts after `ended` and `refused`. */
  start(): void {
    if (this.#lifetime.signal.aborted) return;
    this.#reset();
    this.#dispatch({ type: 'start' });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
    this.#joining.start();
  }

  /** Begins at a stadium time instead of the live edge. Call it after `start`, before the stream is loaded. */
  beginAt(programTimeMs: number): void {
    this.position.stay();
    this.#programTimeMs = programTimeMs;
  }

  /** Stops and removes the source of the video element. */
  stop(): void {
    this.#reset();
    this.#dispatch({ type: 'stop' });
  }

  /** Ends at once, without playing the rest of the buffer. */
  end(): void {
    this.#dispatch({ type: 'ended' });
    this.#reset();
  }

  /** Releases all listeners, timers, requests and the source. */
  destroy(): void {
    this.stop();
    this.#lifetime.abort();
  }

  play(): void {
    // After a short pause the player returns to live.
    if (this.progress.get().atLive) this.position.follow();
    this.#patch({ paused: false });
    void this.#play();
  }

  pause(): void {
    this.position.stay();
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

  /** Switches low latency (WebRTC, without rewinding) on or off, if the stream has it. */
  setRealtime(wanted: boolean): void {
    this.#choice.wantRealtime(wanted);
    this.position.follow();
    this.#applyChoice();
  }

  /** Switches audio only on or off, if the stream offers it. */
  setAudioOnly(wanted: boolean): void {
    this.#choice.wantAudio(wanted);
    this.#applyChoice();
  }

  /** Plays with the browser's native player, which can cast to a television but has no low latency. */
  setNative(native: boolean): void {
    if (this.#choice.wantNative(native)) this.#applyChoice();
  }

  /** Caps the automatic quality at the smallest good rendition. */
  setDataSaver(on: boolean): void {
    this.#patch({ dataSaver: on });
    this.#engine?.setDataSaver(on);
  }

  goLive(): void {
    this.position.goLive();
    if (this.snapshot.get().paused) this.play();
  }

  // Starting

  #applyChoice(): void {
    this.#patch({ realtime: this.#choice.realtimeAfter('off') });
    if (this.#engine !== null) void this.#reload();
  }

  async #onJoined(addresses: StreamAddresses): Promise<void> {
    this.#choice.setAddresses(addresses);
    this.#patch({ realtime: this.#choice.realtimeAfter(this.snapshot.get().realtime) });
    this.#dispatch({ type: 'joined' });
    await this.#load();
  }

  async #load(): Promise<void> {
    const run = this.#run.signal;
    this.#loads += 1;
    const load = this.#loads;
    this.#dropEngine();
    this.#outage.onLoading(performance.now());
    const chosen = await this.#choice.choose(this.snapshot.get().realtime);
    if (chosen === null) return;
    const emit = (event: EngineEvent): void => {
      if (this.#engine === engine) this.#onEngine(event);
    };
    const engine = await this.#options.createEngine(this.#video, emit, chosen.mode);
    if (run.aborted || load !== this.#loads) {
      engine.destroy();
      return;
    }
    this.#engine = engine;
    this.position.keep(chosen.mode === 'realtime' ? null : this.#programTimeMs);
    this.#patch({ quality: QUALITY_AUTO, audio: chosen.audio });
    engine.setDataSaver(this.snapshot.get().dataSaver);
    engine.load(this.#video, chosen.url);
    if (!this.snapshot.get().paused) void this.#play();
  }

  async #play(): Promise<void> {
    const run = this.#run.signal;
    const outcome = await playWithAutoplayRules(this.#video);
    if (run.aborted) return;
    if (outcome === 'muted') this.#patch({ unmuteOffered: true });
    if (outcome === 'blocked') this.#patch({ paused: true });
  }

  // Supervision

  #tick(): void {
    const now = performance.now();
    const { paused, status } = this.snapshot.get();
    const expected = !paused && !this.#video.seeking && this.#engine !== null;
    const motion = this.#stalls.sample({ atMs: now, positionS: this.#video.currentTime, expected });
    if (motion === 'moving') {
      this.#outage.onPlaying();
      this.#joining.resetBackoff();
      this.#dispatch({ type: 'moving' });
      this.position.catchUp(now);
    } else if (motion === 'stalled') {
      this.#outage.onStalled(now);
      this.#dispatch({ type: 'stalled' });
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
    // The position of the video element is undefined before playback starts.
    if (engine === null || name === 'joining' || (name === 'loading' && !this.position.pending))
      return;
    const programTimeMs = engine.programTimeMs();
    if (this.position.pending) {
      // Before the first frame the video is at 0, but hls.js returns the time at which it will start.
      if (programTimeMs === null || !this.#framed) return;
      this.position.resume(programTimeMs);
      return;
    }
    this.#showFrame();
    this.#programTimeMs = programTimeMs ?? this.#programTimeMs;
    this.progress.set(readProgress(this.progress.get(), this.#video, engine, this.#stalls.stalls));
  }

  /** Hides the poster once a frame of the viewer's position is shown. */
  #showFrame(): void {
    this.#patch({ started: this.#framed && !this.position.pending });
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
    else if (event.type === 'failed') this.#outage.onEngineFailed();
    else if (event.type === 'retrying') this.#outage.probeSoon();
    else if (event.type === 'responded') this.#outage.onResponse(performance.now());
    else if (event.type === 'soundless') this.#patch({ soundless: true });
    else if (event.type === 'realtime_lost') {
      this.#patch({ realtime: 'lost', linkThin: event.linkThin });
      void this.#reload();
    } else {
      this.#outage.onEngineFailed();
      this.#joining.renew();
    }
  }

  // Page events

  #onOnline(): void {
    this.#outage.probeSoon();
    this.#joining.resetBackoff();
    if (this.#choice.url === null && this.snapshot.get().status.name === 'offline')
      this.#joining.retryNow();
  }

  #onVisible(): void {
    if (document.hidden || this.snapshot.get().paused || this.#engine === null) return;
    this.#stalls.expectJump();
    if (this.#video.paused) void this.#play();
    this.position.catchUp(performance.now());
  }

  #onPause(): void {
    // A phone pauses the video of a hidden page. The viewer did not choose that pause, so playback resumes when the
    // page is visible again.
    const byPhone = document.hidden && document.pictureInPictureElement !== this.#video;
    const byViewer = !this.#pausing && !byPhone && this.#engine !== null && !this.#video.ended;
    this.#pausing = false;
    if (!byViewer) return;
    this.position.stay();
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
    this.position.follow();
    this.#joining.stop();
    this.#choice.setAddresses(null);
    this.#programTimeMs = null;
    this.progress.set({ ...INITIAL_PROGRESS, stalls: this.#stalls.stalls });
    this.#patch({ qualities: [], quality: QUALITY_AUTO, paused: false, realtime: 'none' });
    this.#patch({ audio: 'none', height: 0 });
  }
}

import type { EngineEvent, StreamEngine } from './stream-engine.ts';
import { readReception, ThinLinkWatch } from './thin-link.ts';
import { readWebrtcDelay, type WebrtcDelay } from './webrtc-delay.ts';
import { askWhyEnded, endSession } from './whep-session.ts';

/** Without a picture for this long there is none to be had this way. */
const SILENCE_MS_MAX = 3_000;
/** A picture that stands for this long, the server is asked about; a lost packet is repaired sooner. */
const DOUBT_MS = 500;
const LOOK_EVERY_MS = 250;
const OFFER_MS_MAX = 5_000;
const MEASURE_EVERY_MS = 500;

/** Pictures of the element so far, by whatever the browser tells. */
const countFrames = (video: HTMLVideoElement): number =>
  video.getVideoPlaybackQuality?.().totalVideoFrames ?? video.currentTime;

/**
 * WebRTC as a `StreamEngine`: some tenths of a second behind the stadium, without rewinding. Whatever goes wrong with
 * it but a refused grant is told as `realtime_lost`: the same stream is there by HLS.
 */
export class WhepEngine implements StreamEngine {
  readonly #tell: (event: EngineEvent) => void;
  readonly #peer = new RTCPeerConnection();
  readonly #life = new AbortController();
  readonly #stream = new MediaStream();
  #video: HTMLVideoElement | null = null;
  #session: string | null = null;
  #looking: ReturnType<typeof setInterval> | undefined;
  #frames = 0;
  #framesAtMs = performance.now();
  #delay: WebrtcDelay | null = null;
  #measuredAtMs = 0;
  readonly #thinLink = new ThinLinkWatch();
  #asking = false;

  constructor(tell: (event: EngineEvent) => void) {
    this.#tell = tell;
  }

  load(video: HTMLVideoElement, url: string): void {
    this.#video = video;
    video.srcObject = this.#stream;
    this.#frames = countFrames(video);
    this.#framesAtMs = performance.now();
    this.#looking = setInterval(() => this.#look(video), LOOK_EVERY_MS);
    this.#peer.ontrack = ({ track, receiver }) => {
      // The browser's own patience with a jittery network grows by itself; none is added to it.
      if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
      this.#stream.addTrack(track);
    };
    this.#peer.onconnectionstatechange = () => {
      const { connectionState: state } = this.#peer;
      if (state === 'failed' || state === 'closed') void this.#loseForReason();
    };
    this.#negotiate(url).catch(() => this.#lose());
  }

  /** What is live comes by itself. */
  resume(): void {}

  livePositionS(): number | null {
    return this.#video?.currentTime ?? null;
  }

  /** Nothing in the stream tells it: it is now, less what the picture took to get here. */
  programTimeMs(): number | null {
    return this.#delay === null ? null : Date.now() - this.#delay.delayMs;
  }

  clockSkewMs(): number {
    return 0;
  }

  setQuality(): void {}

  setDataSaver(): void {}

  destroy(): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    clearInterval(this.#looking);
    this.#peer.close();
    if (this.#video !== null) this.#video.srcObject = null;
    if (this.#session !== null) endSession(this.#session);
  }

  async #negotiate(url: string): Promise<void> {
    this.#peer.addTransceiver('video', { direction: 'recvonly' });
    const sound = this.#peer.addTransceiver('audio', { direction: 'recvonly' });
    await this.#peer.setLocalDescription();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: this.#peer.localDescription?.sdp ?? '',
      signal: AbortSignal.any([this.#life.signal, AbortSignal.timeout(OFFER_MS_MAX)]),
    });
    if (response.status === 401 || response.status === 403) {
      this.#tell({ type: 'refused' });
      return;
    }
    const location = response.headers.get('location');
    if (location !== null) this.#session = new URL(location, response.url).href;
    if (response.status !== 201) throw new Error(`the offer was answered with ${response.status}`);
    const sdp = await response.text();
    if (this.#life.signal.aborted) {
      // The viewer left while the answer was on its way.
      if (this.#session !== null) endSession(this.#session);
      return;
    }
    await this.#peer.setRemoteDescription({ type: 'answer', sdp });
    this.#tell({ type: 'heard' });
    if (sound.currentDirection !== 'recvonly') this.#tell({ type: 'soundless' });
  }

  /** Reads the browser's statistics: the delay, and whether the link carries the picture at all. */
  async #measure(now: number, isWatched: boolean): Promise<void> {
    if (now - this.#measuredAtMs < MEASURE_EVERY_MS) return;
    this.#measuredAtMs = now;
    const report = await this.#peer.getStats();
    if (this.#life.signal.aborted) return;
    this.#delay = readWebrtcDelay(report, this.#delay);
    const reception = readReception(report);
    if (!isWatched || reception === null) this.#thinLink.forget();
    else if (this.#thinLink.sample({ atMs: now, ...reception })) this.#lose(true);
  }

  #look(video: HTMLVideoElement): void {
    const frames = countFrames(video);
    const now = performance.now();
    // Who has paused, or looks elsewhere, is shown no pictures and misses none.
    const isWatched = !(video.paused && this.#frames > 0) && !document.hidden;
    void this.#measure(now, isWatched);
    if (frames !== this.#frames || !isWatched) {
      this.#frames = frames;
      this.#framesAtMs = now;
      this.#tell({ type: 'heard' });
    } else if (now - this.#framesAtMs > SILENCE_MS_MAX) {
      this.#lose();
    } else if (now - this.#framesAtMs > DOUBT_MS) {
      void this.#askSession();
    }
  }

  /** The end of the connection may get lost on its way, or never be sent: the session's address knows of it. */
  async #askSession(): Promise<'open' | 'ended'> {
    if (this.#asking || this.#session === null) return 'open';
    this.#asking = true;
    const code = await askWhyEnded(this.#session, this.#life.signal);
    this.#asking = false;
    if (code === null) return 'open';
    this.#lose(code === 'realtime_link_thin');
    return 'ended';
  }

  async #loseForReason(): Promise<void> {
    if ((await this.#askSession()) === 'open') this.#lose();
  }

  #lose(linkThin = false): void {
    if (this.#life.signal.aborted) return;
    clearInterval(this.#looking);
    this.#tell({ type: 'realtime_lost', linkThin });
  }
}

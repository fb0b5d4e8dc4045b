import type { EngineEvent, StreamEngine } from './stream-engine.ts';
import { FrameRateWatch, readReception, ThinLinkWatch } from './thin-link.ts';
import { readWebrtcDelay, type WebrtcDelay } from './webrtc-delay.ts';
import { endSession, fetchEndReason } from './whep-session.ts';

/** WebRTC counts as failed if no frame arrives within this time. */
const NO_FRAME_MS_MAX = 3_000;
const FRAME_CHECK_INTERVAL_MS = 250;
const OFFER_MS_MAX = 5_000;
const MEASURE_INTERVAL_MS = 500;

/** Used to estimate the number of frames from the position in browsers that do not count frames. */
const ASSUMED_FRAMES_PER_S = 30;

/** Returns the number of frames so far. */
const countFrames = (video: HTMLVideoElement): number =>
  video.getVideoPlaybackQuality?.().totalVideoFrames ?? video.currentTime * ASSUMED_FRAMES_PER_S;

/**
 * WebRTC as a `StreamEngine`. The video is some tenths of a second behind the stadium and cannot be rewound. Every
 * failure except a refused grant is reported as `realtime_lost`, because the same stream is available by HLS.
 */
export class WhepEngine implements StreamEngine {
  readonly #emit: (event: EngineEvent) => void;
  readonly #peer = new RTCPeerConnection();
  readonly #lifetime = new AbortController();
  readonly #stream = new MediaStream();
  #video: HTMLVideoElement | null = null;
  #session: string | null = null;
  #frameCheck: ReturnType<typeof setInterval> | undefined;
  #frames = 0;
  #framesAtMs = performance.now();
  #delay: WebrtcDelay | null = null;
  #measuredAtMs = 0;
  readonly #thinLink = new ThinLinkWatch();
  readonly #frameRate = new FrameRateWatch();
  #checkingSession = false;

  constructor(emit: (event: EngineEvent) => void) {
    this.#emit = emit;
  }

  load(video: HTMLVideoElement, url: string): void {
    this.#video = video;
    video.srcObject = this.#stream;
    this.#frames = countFrames(video);
    this.#framesAtMs = performance.now();
    this.#frameCheck = setInterval(() => this.#checkFrames(video), FRAME_CHECK_INTERVAL_MS);
    this.#peer.ontrack = ({ track, receiver }) => {
      // The browser extends its jitter buffer when needed; no extra delay is added.
      if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
      this.#stream.addTrack(track);
    };
    this.#peer.onconnectionstatechange = () => {
      const { connectionState: state } = this.#peer;
      if (state === 'failed' || state === 'closed') void this.#failWithReason();
    };
    this.#negotiate(url).catch(() => this.#fail());
  }

  /** WebRTC resumes automatically. */
  resume(): void {}

  livePositionS(): number | null {
    return this.#video?.currentTime ?? null;
  }

  /** A WebRTC stream has no program time. The estimate is the current time minus the measured delay. */
  programTimeMs(): number | null {
    return this.#delay === null ? null : Date.now() - this.#delay.delayMs;
  }

  clockSkewMs(): number {
    return 0;
  }

  setQuality(): void {}

  setDataSaver(): void {}

  destroy(): void {
    if (this.#lifetime.signal.aborted) return;
    this.#lifetime.abort();
    clearInterval(this.#frameCheck);
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
      signal: AbortSignal.any([this.#lifetime.signal, AbortSignal.timeout(OFFER_MS_MAX)]),
    });
    if (response.status === 401 || response.status === 403) {
      this.#emit({ type: 'refused' });
      return;
    }
    const location = response.headers.get('location');
    if (location !== null) this.#session = new URL(location, response.url).href;
    if (response.status !== 201) throw new Error(`the offer was answered with ${response.status}`);
    const sdp = await response.text();
    if (this.#lifetime.signal.aborted) {
      // The viewer left before the response arrived.
      if (this.#session !== null) endSession(this.#session);
      return;
    }
    await this.#peer.setRemoteDescription({ type: 'answer', sdp });
    this.#emit({ type: 'responded' });
    if (sound.currentDirection !== 'recvonly') this.#emit({ type: 'soundless' });
  }

  /** Reads the delay and the reception from the browser's statistics. */
  async #measure(now: number, isWatched: boolean): Promise<void> {
    if (now - this.#measuredAtMs < MEASURE_INTERVAL_MS) return;
    this.#measuredAtMs = now;
    const report = await this.#peer.getStats();
    if (this.#lifetime.signal.aborted) return;
    this.#delay = readWebrtcDelay(report, this.#delay);
    const reception = readReception(report);
    if (!isWatched || reception === null) this.#thinLink.forget();
    else if (this.#thinLink.sample({ atMs: now, ...reception })) this.#fail(true);
  }

  #checkFrames(video: HTMLVideoElement): void {
    const frames = countFrames(video);
    const now = performance.now();
    // A paused or hidden video renders no frames.
    const isWatched = !(video.paused && this.#frames > 0) && !document.hidden;
    void this.#measure(now, isWatched);
    if (!isWatched) this.#frameRate.forget();
    else if (this.#frameRate.sample({ atMs: now, frames })) void this.#checkSession();
    if (frames !== this.#frames || !isWatched) {
      this.#frames = frames;
      this.#framesAtMs = now;
      this.#emit({ type: 'responded' });
    } else if (now - this.#framesAtMs > NO_FRAME_MS_MAX) {
      this.#fail();
    }
  }

  /** Asks the server whether the session has ended, because the message that closes a connection can get lost. */
  async #checkSession(): Promise<'open' | 'ended'> {
    if (this.#checkingSession || this.#session === null) return 'open';
    this.#checkingSession = true;
    const code = await fetchEndReason(this.#session, this.#lifetime.signal);
    this.#checkingSession = false;
    if (code === null) return 'open';
    this.#fail(code === 'realtime_link_thin');
    return 'ended';
  }

  async #failWithReason(): Promise<void> {
    if ((await this.#checkSession()) === 'open') this.#fail();
  }

  #fail(linkThin = false): void {
    if (this.#lifetime.signal.aborted) return;
    clearInterval(this.#frameCheck);
    this.#emit({ type: 'realtime_lost', linkThin });
  }
}

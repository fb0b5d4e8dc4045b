/**
 * Runs in the browser, on an otherwise empty page: the site's player core, or plain hls.js for a peer. Benchmarks read
 * `window.watch`.
 */
import Hls from 'hls.js';
import { createEngine } from '../../apps/web/src/features/player/engine/create-engine.ts';
import { WhepEngine } from '../../apps/web/src/features/player/engine/whep-engine.ts';
import { LivePlayer } from '../../apps/web/src/features/player/state/live-player.ts';
import { ageOfFrame, readTimeCode } from '../../services/sandbox/src/demo-bout/time-code.ts';

/** A pause of the video because of missing data. */
interface Stall {
  readonly atMs: number;
  readonly forMs: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

class Watch {
  readonly video = document.createElement('video');
  readonly stalls: Stall[] = [];
  /** Wall-clock time at which each frame reached the screen, and its time in the loop. */
  readonly frames: Array<{ shownAtMs: number; loopMs: number }> = [];
  /** Unix time in ms at which the page left WebRTC, or `null`. */
  realtimeLostAtMs: number | null = null;
  #realtime: WhepEngine | null = null;
  #waitingSince: number | null = null;

  constructor() {
    this.video.muted = true;
    this.video.playsInline = true;
    this.video.width = 426;
    document.body.append(this.video);
    this.video.addEventListener('waiting', () => {
      if (this.video.currentTime > 0) this.#waitingSince ??= Date.now();
    });
    this.video.addEventListener('timeupdate', () => {
      if (this.#waitingSince === null) return;
      this.stalls.push({ atMs: this.#waitingSince, forMs: Date.now() - this.#waitingSince });
      this.#waitingSince = null;
    });
  }

  playOurs(url: string): void {
    const player = new LivePlayer({
      video: this.video,
      join: async () => ({ hls: url, whep: null }),
      createEngine,
    });
    player.start();
  }

  /** Plays with hls.js alone, for a server without parts. */
  playPlain(url: string): void {
    const hls = new Hls({ lowLatencyMode: false, liveSyncDurationCount: 2 });
    hls.attachMedia(this.video);
    hls.loadSource(url);
    hls.on(Hls.Events.MANIFEST_PARSED, () => void this.video.play());
  }

  /** Plays with a minimal WebRTC player. */
  async playWhep(url: string): Promise<void> {
    const peer = new RTCPeerConnection();
    peer.addTransceiver('video', { direction: 'recvonly' });
    peer.addEventListener('track', ({ track, receiver }) => {
      receiver.jitterBufferTarget = 0;
      this.video.srcObject = new MediaStream([track]);
      void this.video.play();
    });
    await peer.setLocalDescription();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: peer.localDescription?.sdp ?? '',
    });
    const sdp = await response.text();
    if (response.status !== 201) throw new Error(`${response.status}: ${sdp}`);
    await peer.setRemoteDescription({ type: 'answer', sdp });
  }

  /** Plays with the site's WebRTC player, without its fallback to HLS. */
  playRealtime(url: string): void {
    this.#realtime?.destroy();
    this.realtimeLostAtMs = null;
    this.#realtime = new WhepEngine(({ type }) => {
      if (type === 'realtime_lost') this.realtimeLostAtMs = Date.now();
    });
    this.#realtime.load(this.video, url);
    void this.video.play();
  }

  /** Starts reading the time code of every shown frame. */
  readClock(): void {
    const canvas = document.createElement('canvas');
    canvas.width = 1280;
    canvas.height = 720;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const readFrame = (): void => {
      this.video.requestVideoFrameCallback(readFrame);
      context?.drawImage(this.video, 0, 0, canvas.width, canvas.height);
      const pixels = context?.getImageData(0, 0, canvas.width, canvas.height);
      const loopMs = pixels === undefined ? null : readTimeCode(pixels);
      if (loopMs !== null) this.frames.push({ shownAtMs: Date.now(), loopMs });
    };
    this.video.requestVideoFrameCallback(readFrame);
  }

  /** Returns the ages of the read frames in ms. */
  ages(epochMs: number): number[] {
    return this.frames.map((frame) => ageOfFrame(frame.loopMs, epochMs, frame.shownAtMs));
  }

  get moving(): boolean {
    return this.#waitingSince === null && this.video.currentTime > 0 && !this.video.paused;
  }
}

window.watch = new Watch();

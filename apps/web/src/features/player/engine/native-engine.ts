import { lookUpAudioAddress } from './master-playlist.ts';
import type { EngineEvent, StreamEngine } from './stream-engine.ts';

/** How far behind the end of the seekable range Apple's player likes to be. */
const HOLD_BACK_S = 3;

/** Safari's video element: `getStartDate` is the `PROGRAM-DATE-TIME` of position 0. */
type AppleVideo = HTMLVideoElement & { getStartDate?: () => Date };

/** Apple's own HLS player as a `StreamEngine`, for iPhones without ManagedMediaSource. */
export class NativeEngine implements StreamEngine {
  readonly #tell: (event: EngineEvent) => void;
  readonly #abort = new AbortController();
  #video: AppleVideo | null = null;
  #url = '';

  constructor(tell: (event: EngineEvent) => void) {
    this.#tell = tell;
  }

  load(video: HTMLVideoElement, url: string): void {
    this.#video = video;
    this.#url = url;
    const { signal } = this.#abort;
    video.addEventListener('error', () => this.#tell({ type: 'dead' }), { signal });
    video.addEventListener('stalled', () => this.#tell({ type: 'trouble' }), { signal });
    video.addEventListener('ended', () => this.#tell({ type: 'ended' }), { signal });
    video.addEventListener(
      'resize',
      () => this.#tell({ type: 'height', height: video.videoHeight }),
      {
        signal,
      },
    );
    // Our own player may have forbidden other screens, which cannot play from its buffer.
    video.disableRemotePlayback = false;
    video.src = url;
    video.load();
    void lookUpAudioAddress(url).then((audioUrl) => {
      if (audioUrl !== null) this.#tell({ type: 'audio_offered' });
    });
  }

  resume(): void {
    const video = this.#video;
    if (video === null) return;
    if (video.error !== null) {
      video.src = this.#url;
      video.load();
    }
  }

  livePositionS(): number | null {
    const ranges = this.#video?.seekable;
    if (ranges === undefined || ranges.length === 0) return null;
    return Math.max(ranges.start(0), ranges.end(ranges.length - 1) - HOLD_BACK_S);
  }

  programTimeMs(): number | null {
    const startMs = this.#video?.getStartDate?.().getTime() ?? Number.NaN;
    return this.#video === null || Number.isNaN(startMs)
      ? null
      : startMs + this.#video.currentTime * 1000;
  }

  clockSkewMs(): number {
    return 0;
  }

  setQuality(): void {
    // Apple's player chooses by itself and offers no way to be told.
  }

  setDataSaver(): void {
    // As above; it measures the connection, and saves by itself where the phone saves data.
  }

  destroy(): void {
    this.#abort.abort();
    this.#video?.removeAttribute('src');
    this.#video?.load();
    this.#video = null;
  }
}

import { fetchAudioUrl } from './master-playlist.ts';
import type { EngineEvent, StreamEngine } from './stream-engine.ts';

/** The distance that Apple's player keeps to the end of the seekable range. */
const HOLD_BACK_S = 3;

/** `getStartDate` exists in Safari only. It returns the `PROGRAM-DATE-TIME` of position 0. */
type AppleVideo = HTMLVideoElement & { getStartDate?: () => Date };

/** Apple's own HLS player as a `StreamEngine`, for iPhones without ManagedMediaSource. */
export class NativeEngine implements StreamEngine {
  readonly #emit: (event: EngineEvent) => void;
  readonly #abort = new AbortController();
  #video: AppleVideo | null = null;
  #url = '';

  constructor(emit: (event: EngineEvent) => void) {
    this.#emit = emit;
  }

  load(video: HTMLVideoElement, url: string): void {
    this.#video = video;
    this.#url = url;
    const { signal } = this.#abort;
    video.addEventListener('error', () => this.#emit({ type: 'failed' }), { signal });
    video.addEventListener('stalled', () => this.#emit({ type: 'retrying' }), { signal });
    video.addEventListener('ended', () => this.#emit({ type: 'ended' }), { signal });
    video.addEventListener(
      'resize',
      () => this.#emit({ type: 'height', height: video.videoHeight }),
      {
        signal,
      },
    );
    // Re-enables remote playback. The hls.js engine disables it, because a remote screen cannot play from a media
    // buffer.
    video.disableRemotePlayback = false;
    video.src = url;
    video.load();
    void fetchAudioUrl(url).then((audioUrl) => {
      if (audioUrl !== null) this.#emit({ type: 'audio_offered' });
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
    // Apple's player chooses the quality and has no API for it.
  }

  setDataSaver(): void {
    // Apple's player follows the data saver of the phone and has no API for it.
  }

  destroy(): void {
    this.#abort.abort();
    this.#video?.removeAttribute('src');
    this.#video?.load();
    this.#video = null;
  }
}

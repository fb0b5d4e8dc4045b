import type { ReplayEngine, ReplayEngineEvent } from './replay-engine.ts';

/** `getStartDate` exists in Safari only. It returns the `PROGRAM-DATE-TIME` of position 0. */
type AppleVideo = HTMLVideoElement & { getStartDate?: () => Date };

/** Apple's own HLS player as the engine of a replay, for iPhones without ManagedMediaSource. */
export class NativeReplayEngine implements ReplayEngine {
  readonly #emit: (event: ReplayEngineEvent) => void;
  readonly #abort = new AbortController();
  #video: AppleVideo | null = null;
  #url = '';

  constructor(emit: (event: ReplayEngineEvent) => void) {
    this.#emit = emit;
  }

  load(video: HTMLVideoElement, url: string, startS: number): void {
    this.#video = video;
    this.#url = url;
    const { signal } = this.#abort;
    const on = (name: string, listener: () => void) =>
      video.addEventListener(name, listener, { signal });
    // Apple's player does not tell which status a request had, and a renewed grant never harms.
    on('error', () => this.#emit({ type: 'refused' }));
    on('progress', () => this.#emit({ type: 'responded' }));
    on('resize', () => this.#emit({ type: 'height', height: video.videoHeight }));
    video.addEventListener('loadedmetadata', () => (video.currentTime = startS), {
      once: true,
      signal,
    });
    video.src = url;
    video.load();
  }

  resume(): void {
    if (this.#video === null || this.#video.error === null) return;
    this.#video.src = this.#url;
    this.#video.load();
  }

  lengthS(): number {
    if (this.#video === null) return 0;
    const { duration, seekable } = this.#video;
    if (Number.isFinite(duration)) return duration;
    return seekable.length === 0 ? 0 : seekable.end(seekable.length - 1);
  }

  isGrowing(): boolean {
    return this.#video?.duration === Number.POSITIVE_INFINITY;
  }

  programTimeMs(): number | null {
    const startMs = this.#video?.getStartDate?.().getTime() ?? Number.NaN;
    return this.#video === null || Number.isNaN(startMs)
      ? null
      : startMs + this.#video.currentTime * 1_000;
  }

  destroy(): void {
    this.#abort.abort();
    this.#video?.removeAttribute('src');
    this.#video?.load();
    this.#video = null;
  }
}

import type { ReplayEngine, ReplayEngineEvent } from './replay-engine.ts';

/** Apple's own HLS player as the engine of a replay, for iPhones without ManagedMediaSource. */
export class NativeReplayEngine implements ReplayEngine {
  readonly #emit: (event: ReplayEngineEvent) => void;
  readonly #abort = new AbortController();
  #video: HTMLVideoElement | null = null;
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
    const length = this.#video?.duration ?? 0;
    return Number.isFinite(length) ? length : 0;
  }

  destroy(): void {
    this.#abort.abort();
    this.#video?.removeAttribute('src');
    this.#video?.load();
    this.#video = null;
  }
}

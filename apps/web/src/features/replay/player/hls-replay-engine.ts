import type { ErrorData, HlsConfig, LoaderResponse, RetryConfig } from 'hls.js';
import Hls, { ErrorDetails, ErrorTypes, Events } from 'hls.js/light';
import type { ReplayEngine, ReplayEngineEvent } from './replay-engine.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const LOAD_TIMEOUT_MS = 20_000;
const RETRIES_MAX = 4;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 2_000;
const MEDIA_RECOVERIES_MAX = 2;
/** Played segments stay in memory for this long, so that a skip back needs no request. */
const BACK_BUFFER_S = 60;

const isRefusal = (httpStatus: number | undefined): boolean =>
  httpStatus === 401 || httpStatus === 403;

/** A refused grant is not retried. */
const shouldRetry = (
  _config: RetryConfig | null | undefined,
  _count: number,
  _isTimeout: boolean,
  response: LoaderResponse | undefined,
  retry: boolean,
): boolean => retry && !isRefusal(response?.code);

const policy = {
  default: {
    maxTimeToFirstByteMs: REQUEST_TIMEOUT_MS,
    maxLoadTimeMs: LOAD_TIMEOUT_MS,
    timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0, shouldRetry },
    errorRetry: {
      maxNumRetry: RETRIES_MAX,
      retryDelayMs: RETRY_FIRST_MS,
      maxRetryDelayMs: RETRY_MAX_MS,
      shouldRetry,
    },
  },
};

const config = (startPosition: number): Partial<HlsConfig> => ({
  startPosition,
  backBufferLength: BACK_BUFFER_S,
  // fMP4 needs no remuxing: a worker would only cost a thread and a blob in the CSP.
  enableWorker: false,
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
});

/** hls.js as the engine of a replay. */
export class HlsReplayEngine implements ReplayEngine {
  readonly #emit: (event: ReplayEngineEvent) => void;
  #hls: Hls | null = null;
  #lengthS = 0;
  #isGrowing = false;
  #mediaRecoveries = 0;

  constructor(emit: (event: ReplayEngineEvent) => void) {
    this.#emit = emit;
  }

  load(video: HTMLVideoElement, url: string, startS: number): void {
    const hls = new Hls(config(startS));
    this.#hls = hls;
    hls.on(Events.ERROR, (_name, data) => this.#onError(hls, data));
    hls.on(Events.LEVEL_LOADED, (_name, { details }) => {
      this.#lengthS = details.totalduration;
      this.#isGrowing = details.live;
      this.#emit({ type: 'responded' });
    });
    hls.on(Events.FRAG_LOADED, () => this.#emit({ type: 'responded' }));
    hls.on(Events.LEVEL_SWITCHED, (_name, { level }) => {
      this.#emit({ type: 'height', height: hls.levels[level]?.height ?? 0 });
    });
    hls.attachMedia(video);
    hls.loadSource(url);
  }

  resume(): void {
    const hls = this.#hls;
    if (hls === null) return;
    if (hls.levels.length === 0 && hls.url !== null) hls.loadSource(hls.url);
    else hls.startLoad();
  }

  lengthS(): number {
    return this.#lengthS;
  }

  isGrowing(): boolean {
    return this.#isGrowing;
  }

  programTimeMs(): number | null {
    return this.#hls?.playingDate?.getTime() ?? null;
  }

  destroy(): void {
    this.#hls?.destroy();
    this.#hls = null;
  }

  #onError(hls: Hls, { type, details, fatal, response }: ErrorData): void {
    if (type === ErrorTypes.NETWORK_ERROR && isRefusal(response?.code)) {
      this.#emit({ type: 'refused' });
      return;
    }
    if (!fatal) return;
    const recoverable =
      type === ErrorTypes.MEDIA_ERROR &&
      details !== ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR;
    if (recoverable && this.#mediaRecoveries < MEDIA_RECOVERIES_MAX) {
      this.#mediaRecoveries += 1;
      hls.recoverMediaError();
      return;
    }
    this.#emit({ type: 'failed' });
  }
}

import type { ErrorData, HlsConfig, LevelLoadedData, LoaderResponse, RetryConfig } from 'hls.js';
import Hls, { ErrorDetails, ErrorTypes, Events } from 'hls.js/light';
import { clockSkewMs } from './clock-skew.ts';
import { findAudioUrl } from './master-playlist.ts';
import {
  type EngineEvent,
  QUALITY_AUTO,
  type Quality,
  type StreamEngine,
  saverQuality,
} from './stream-engine.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const LOAD_TIMEOUT_MS = 20_000;
const RETRIES_MAX = 4;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 2_000;
const MEDIA_RECOVERIES_MAX = 2;

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

/**
 * Settings that avoid stalls at segment ends. `backBufferLength` keeps its default, because trimming the back buffer
 * makes hls.js drop parts that it has loaded.
 */
const CONFIG: Partial<HlsConfig> = {
  lowLatencyMode: true,
  maxLiveSyncPlaybackRate: 1.1,
  liveSyncOnStallIncrease: 0.25,
  liveDurationInfinity: true,
  // fMP4 needs no remuxing: a worker would only cost a thread and a blob in the CSP.
  enableWorker: false,
  manifestLoadPolicy: policy,
  playlistLoadPolicy: policy,
  fragLoadPolicy: policy,
};

/**
 * hls.js as a `StreamEngine`, loaded after the first paint. hls.js requests playlists, parts and segments, and appends
 * them to the video element.
 */
export class HlsEngine implements StreamEngine {
  readonly #hls = new Hls(CONFIG);
  readonly #emit: (event: EngineEvent) => void;
  #skewMs = 0;
  #mediaRecoveries = 0;
  #qualities: readonly Quality[] = [];
  #saver = false;

  constructor(emit: (event: EngineEvent) => void) {
    this.#emit = emit;
    this.#hls.on(Events.ERROR, (_name, data) => this.#onError(data));
    this.#hls.on(Events.LEVEL_LOADED, (_name, data) => this.#onPlaylist(data));
    this.#hls.on(Events.FRAG_LOADED, () => this.#emit({ type: 'responded' }));
    this.#hls.on(Events.MANIFEST_LOADED, (_name, { url, networkDetails }) => {
      if (!(networkDetails instanceof XMLHttpRequest)) return;
      const audioUrl = findAudioUrl(networkDetails.responseText, new URL(url, location.href).href);
      if (audioUrl !== null) this.#emit({ type: 'audio_offered' });
    });
    this.#hls.on(Events.LEVEL_SWITCHED, (_name, { level }) => {
      this.#emit({ type: 'height', height: this.#hls.levels[level]?.height ?? 0 });
    });
    this.#hls.on(Events.MANIFEST_PARSED, (_name, { levels }) => {
      this.#qualities = levels.map((level, id) => ({
        id,
        height: level.height,
        bitsPerSecond: level.bitrate,
      }));
      this.#capBySaver();
      this.#emit({ type: 'qualities', qualities: this.#qualities });
    });
  }

  load(video: HTMLVideoElement, url: string): void {
    this.#hls.attachMedia(video);
    this.#hls.loadSource(url);
  }

  resume(): void {
    if (this.#hls.levels.length === 0 && this.#hls.url !== null)
      this.#hls.loadSource(this.#hls.url);
    else this.#hls.startLoad();
  }

  livePositionS(): number | null {
    return this.#hls.liveSyncPosition;
  }

  programTimeMs(): number | null {
    return this.#hls.playingDate?.getTime() ?? null;
  }

  clockSkewMs(): number {
    return this.#skewMs;
  }

  setQuality(id: number): void {
    if (id === QUALITY_AUTO) this.#hls.currentLevel = QUALITY_AUTO;
    else this.#hls.nextLevel = id;
  }

  setDataSaver(on: boolean): void {
    this.#saver = on;
    this.#capBySaver();
  }

  #capBySaver(): void {
    this.#hls.autoLevelCapping =
      (this.#saver ? saverQuality(this.#qualities)?.id : null) ?? QUALITY_AUTO;
  }

  destroy(): void {
    this.#hls.destroy();
  }

  #onPlaylist({ details, networkDetails }: LevelLoadedData): void {
    this.#emit(details.live ? { type: 'responded' } : { type: 'ended' });
    if (networkDetails instanceof XMLHttpRequest) {
      this.#skewMs = clockSkewMs(networkDetails.getResponseHeader('Date'), Date.now());
    }
  }

  #onError({ type, details, fatal, response }: ErrorData): void {
    if (type === ErrorTypes.NETWORK_ERROR) {
      if (isRefusal(response?.code)) this.#emit({ type: 'refused' });
      else this.#emit({ type: fatal ? 'failed' : 'retrying' });
      return;
    }
    if (!fatal) return;
    const recoverable =
      type === ErrorTypes.MEDIA_ERROR &&
      details !== ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR;
    if (recoverable && this.#mediaRecoveries < MEDIA_RECOVERIES_MAX) {
      this.#mediaRecoveries += 1;
      this.#hls.recoverMediaError();
      return;
    }
    this.#emit({ type: 'failed' });
  }
}

import type {
  EngineEvent,
  EngineMode,
  StreamAddresses,
  StreamEngine,
} from '../engine/stream-engine.ts';
import type { ProbeResult } from './playlist-probe.ts';

export interface LivePlayerOptions {
  readonly video: HTMLVideoElement;
  /**
   * Requests a grant and returns the URLs that contain it. Called at the start, after a refused grant and after a
   * failed attempt.
   */
  readonly join: (signal: AbortSignal) => Promise<StreamAddresses>;
  /** Loads and creates the engine for this browser. Throws `JoinRefused` if the browser cannot play. */
  readonly createEngine: (
    video: HTMLVideoElement,
    emit: (event: EngineEvent) => void,
    mode: EngineMode,
  ) => Promise<StreamEngine>;
  /** Starts with low latency if the stream has it. */
  readonly realtime?: boolean;
  readonly dataSaver?: boolean;
  /** Starts with audio only if the stream offers it. */
  readonly audioOnly?: boolean;
  /** For tests. By default reads the master playlist. */
  readonly findAudio?: (url: string) => Promise<string | null>;
  /** For tests. By default fetches the playlist. */
  readonly probe?: (url: string) => Promise<ProbeResult>;
}

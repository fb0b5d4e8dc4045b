import type {
  EngineEvent,
  EngineWish,
  StreamAddresses,
  StreamEngine,
} from '../engine/stream-engine.ts';
import type { ProbeAnswer } from './playlist-probe.ts';

export interface LivePlayerOptions {
  readonly video: HTMLVideoElement;
  /**
   * Asks for a grant and answers with the addresses that carry it. Called at the start, and again whenever the
   * grant is refused and after a try that failed.
   */
  readonly join: (signal: AbortSignal) => Promise<StreamAddresses>;
  /** Fetches and makes the engine for this browser. Throws `JoinRefused` where none can play. */
  readonly createEngine: (
    video: HTMLVideoElement,
    tell: (event: EngineEvent) => void,
    wish: EngineWish,
  ) => Promise<StreamEngine>;
  /** Whether low latency is begun with, where the stream has it. */
  readonly realtime?: boolean;
  readonly dataSaver?: boolean;
  /** Whether the sound alone is begun with, where the stream offers it. */
  readonly audioOnly?: boolean;
  /** For tests; by default the master playlist is read. */
  readonly findAudio?: (url: string) => Promise<string | null>;
  /** For tests; by default a look over the network. */
  readonly look?: (url: string) => Promise<ProbeAnswer>;
}

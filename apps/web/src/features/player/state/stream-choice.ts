import {
  type AudioOnly,
  type EngineMode,
  nextRealtime,
  type Realtime,
  type StreamAddresses,
} from '../engine/stream-engine.ts';

/** The URL and the engine to create for it. */
export interface ChosenStream {
  readonly url: string;
  readonly mode: EngineMode;
  readonly audio: AudioOnly;
}

interface StreamChoiceOptions {
  readonly realtime: boolean;
  readonly audioOnly: boolean;
  /** Returns the audio-only URL of a stream; `null` if it has none. */
  readonly findAudio: (url: string) => Promise<string | null>;
}

/** Selects the stream URL by the viewer's settings. */
export class StreamChoice {
  readonly #findAudio: StreamChoiceOptions['findAudio'];
  #wantsRealtime: boolean;
  #wantsAudio: boolean;
  #native = false;
  #addresses: StreamAddresses | null = null;

  constructor({ realtime, audioOnly, findAudio }: StreamChoiceOptions) {
    this.#wantsRealtime = realtime;
    this.#wantsAudio = audioOnly;
    this.#findAudio = findAudio;
  }

  /** The master playlist; `null` before the join. */
  get url(): string | null {
    return this.#addresses?.hls ?? null;
  }

  setAddresses(addresses: StreamAddresses | null): void {
    this.#addresses = addresses;
  }

  /** Low latency and audio only exclude each other. */
  wantRealtime(wanted: boolean): void {
    this.#wantsRealtime = wanted;
    if (wanted) this.#wantsAudio = false;
  }

  wantAudio(wanted: boolean): void {
    this.#wantsAudio = wanted;
    if (wanted) this.#wantsRealtime = false;
  }

  /** Selects the browser's native player. Returns whether the setting changed. */
  wantNative(native: boolean): boolean {
    const changed = native !== this.#native;
    this.#native = native;
    return changed;
  }

  /** Returns the state of low latency after a join or a change of settings. */
  realtimeAfter(before: Realtime): Realtime {
    const offered = this.#addresses?.whep != null;
    return nextRealtime(before, offered, this.#wantsRealtime && !this.#native);
  }

  /** `null` before the join. */
  async choose(realtime: Realtime): Promise<ChosenStream | null> {
    if (this.#addresses === null) return null;
    const { hls, whep } = this.#addresses;
    if (realtime === 'on' && whep !== null) return { url: whep, mode: 'realtime', audio: 'none' };
    const mode = this.#native ? 'native' : 'best';
    const audioUrl = this.#wantsAudio ? await this.#findAudio(hls) : null;
    return audioUrl === null
      ? { url: hls, mode, audio: 'none' }
      : { url: audioUrl, mode, audio: 'on' };
  }
}

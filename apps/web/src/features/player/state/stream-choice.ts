import {
  type AudioOnly,
  type EngineWish,
  nextRealtime,
  type Realtime,
  type StreamAddresses,
} from '../engine/stream-engine.ts';

/** What an engine is to be made for. */
export interface ChosenStream {
  readonly url: string;
  readonly wish: EngineWish;
  readonly audio: AudioOnly;
}

interface StreamChoiceOptions {
  readonly realtime: boolean;
  readonly audioOnly: boolean;
  /** The address of the sound alone of a stream; `null` where it has none. */
  readonly findAudio: (url: string) => Promise<string | null>;
}

/** What the viewer wants to be played, and which of the stream's addresses that is. */
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

  /** The addresses of a join, or none. */
  take(addresses: StreamAddresses | null): void {
    this.#addresses = addresses;
  }

  /** Low latency has no sound of its own: one wish ends the other. */
  wantRealtime(wanted: boolean): void {
    this.#wantsRealtime = wanted;
    if (wanted) this.#wantsAudio = false;
  }

  wantAudio(wanted: boolean): void {
    this.#wantsAudio = wanted;
    if (wanted) this.#wantsRealtime = false;
  }

  /** Plays by the browser's own player. Returns whether that is a change. */
  wantNative(native: boolean): boolean {
    const changed = native !== this.#native;
    this.#native = native;
    return changed;
  }

  /** Low latency after a join or a wish. */
  realtimeAfter(before: Realtime): Realtime {
    const offered = this.#addresses?.whep != null;
    return nextRealtime(before, offered, this.#wantsRealtime && !this.#native);
  }

  /** `null` before the join. */
  async choose(realtime: Realtime): Promise<ChosenStream | null> {
    if (this.#addresses === null) return null;
    const { hls, whep } = this.#addresses;
    if (realtime === 'on' && whep !== null) return { url: whep, wish: 'realtime', audio: 'none' };
    const wish = this.#native ? 'native' : 'best';
    const audioUrl = this.#wantsAudio ? await this.#findAudio(hls) : null;
    return audioUrl === null
      ? { url: hls, wish, audio: 'none' }
      : { url: audioUrl, wish, audio: 'on' };
  }
}

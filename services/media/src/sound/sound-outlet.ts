import type { Logger } from '@sangwian/node-kit/logger';
import type { AudioConfig, AudioUnit, StreamSink } from '../stream/access-unit.ts';
import { convertedConfig, type SoundCodec } from './conversion.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { SoundConverter } from './sound-converter.ts';

/** A converter without listeners is stopped after this time. */
const NO_LISTENER_MS_MAX = 10_000;

export interface SoundOutletOptions {
  readonly to: Pick<StreamSink, 'audioConfig' | 'audio'>;
  /** The codec that `to` supports. */
  readonly codec: SoundCodec;
  /** `null`: audio is passed on without conversion. */
  readonly ffmpeg: Ffmpeg | null;
  /** Returns whether any consumer receives the audio now. */
  readonly hasListeners: () => boolean;
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * Passes a publisher's audio to one consumer: unchanged if its codec is supported or conversion is unavailable,
 * otherwise through a converter process.
 */
export class SoundOutlet {
  readonly #options: SoundOutletOptions;
  #source: AudioConfig | null = null;
  #converter: SoundConverter | null = null;
  #broken = false;
  #lastListenerAtMs = 0;

  constructor(options: SoundOutletOptions) {
    this.#options = options;
  }

  audioConfig(config: AudioConfig): void {
    this.#stop();
    this.#source = config;
    this.#broken = false;
    const { to, codec } = this.#options;
    to.audioConfig(this.#converts ? convertedConfig(codec) : config);
  }

  audio(unit: AudioUnit): void {
    if (!this.#converts) {
      this.#options.to.audio(unit);
      return;
    }
    this.#converter = this.#updateConverter();
    this.#converter?.push(unit);
  }

  /** Stops the conversion after the publisher's end. */
  end(): void {
    this.#stop();
    this.#source = null;
  }

  get #converts(): boolean {
    const { codec, ffmpeg } = this.#options;
    return (
      ffmpeg !== null && !this.#broken && this.#source !== null && this.#source.codec !== codec
    );
  }

  /** Starts the converter for the first listener, and stops it some time after the last one. */
  #updateConverter(): SoundConverter | null {
    const { hasListeners, now } = this.#options;
    if (hasListeners()) {
      this.#lastListenerAtMs = now();
      return this.#converter ?? this.#start();
    }
    if (now() - this.#lastListenerAtMs > NO_LISTENER_MS_MAX) this.#stop();
    return this.#converter;
  }

  #start(): SoundConverter | null {
    const { ffmpeg, to, logger } = this.#options;
    if (ffmpeg === null || this.#source === null) return null;
    const source = this.#source;
    return new SoundConverter({
      ffmpeg,
      source,
      logger,
      onUnit: (unit) => to.audio(unit),
      onBroken: () => {
        logger.error('sound conversion failed, sound is passed on unchanged');
        this.#converter = null;
        this.#broken = true;
        to.audioConfig(source);
      },
    });
  }

  #stop(): void {
    this.#converter?.stop();
    this.#converter = null;
  }
}

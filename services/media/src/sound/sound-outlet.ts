import type { Logger } from '@sangwian/node-kit/logger';
import type { AudioConfig, AudioUnit, StreamSink } from '../stream/access-unit.ts';
import { convertedConfig, type SoundCodec } from './conversion.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { SoundConverter } from './sound-converter.ts';

/** A converter that nobody listens to is kept this long. */
const UNHEARD_MS_MAX = 10_000;

export interface SoundOutletOptions {
  readonly to: Pick<StreamSink, 'audioConfig' | 'audio'>;
  /** What can be played there. */
  readonly codec: SoundCodec;
  /** `null`: this machine converts nothing, and what comes is passed on. */
  readonly ffmpeg: Ffmpeg | null;
  /** Whether anybody listens now. */
  readonly heard: () => boolean;
  /** Elapsed time. */
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * The way of a publisher's sound to one reader of it: as it is where it is of the right codec or nothing can convert it,
 * else through a process of its own.
 */
export class SoundOutlet {
  readonly #options: SoundOutletOptions;
  #source: AudioConfig | null = null;
  #converter: SoundConverter | null = null;
  #broken = false;
  #heardAtMs = 0;

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
    this.#converter = this.#heardConverter();
    this.#converter?.push(unit);
  }

  /** The publisher is gone. */
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

  /** Begins with the first listener, and ends a while after the last. */
  #heardConverter(): SoundConverter | null {
    const { heard, now } = this.#options;
    if (heard()) {
      this.#heardAtMs = now();
      return this.#converter ?? this.#start();
    }
    if (now() - this.#heardAtMs > UNHEARD_MS_MAX) this.#stop();
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
        logger.error('sound is passed on as it is: it cannot be converted');
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

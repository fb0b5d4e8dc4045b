import { IngestMeter, type IngestRates } from '../channel/ingest-meter.ts';
import {
  type AudioConfig,
  type AudioUnit,
  CLOCK_HZ,
  type Publisher,
  type StreamSink,
  type UnitSink,
  type VideoConfig,
  type VideoUnit,
} from './access-unit.ts';
import { HeldGroup } from './held-group.ts';
import type { SignalFacts, SignalName } from './signal-rule.ts';

export const signalOf = ({ backup }: Publisher): SignalName =>
  backup === true ? 'backup' : 'primary';

export interface SignalInputOptions {
  readonly publisher: Publisher;
  /** Elapsed time. */
  readonly now: () => number;
  /** Called with each key frame, before the frame is passed on or kept. */
  readonly onKeyFrame: () => void;
  readonly onEnd: () => void;
}

/** Receives one publisher's units, monitors its health, and passes its units on while it is shown. */
export class SignalInput implements StreamSink {
  readonly publisher: Publisher;
  readonly signal: SignalName;
  readonly rendition: string;
  readonly #options: SignalInputOptions;
  readonly #connectedMs: number;
  readonly #group = new HeldGroup();
  readonly #meter = new IngestMeter();
  #output: UnitSink | null = null;
  #video: VideoConfig | null = null;
  #audio: AudioConfig | null = null;
  #lastUnitMs: number;
  #lastPictureMs: number | null = null;
  #lastDts: number | null = null;
  #pictureIntervalMs = 0;
  /** Whether units are kept, because this signal may replace the other one. */
  #isKeeping = false;

  constructor(options: SignalInputOptions) {
    this.publisher = options.publisher;
    this.signal = signalOf(options.publisher);
    this.rendition = options.publisher.rendition ?? '';
    this.#options = options;
    this.#connectedMs = options.now();
    this.#lastUnitMs = this.#connectedMs;
    this.#meter.readAndReset(this.#connectedMs);
  }

  get facts(): SignalFacts {
    return {
      connectedMs: this.#connectedMs,
      lastPictureMs: this.#lastPictureMs,
      pictureIntervalMs: this.#pictureIntervalMs,
      isReady: this.#group.isReady && this.#video !== null,
    };
  }

  /** Elapsed time at which the newest unit arrived or, before the first unit, the publisher connected. */
  get lastUnitMs(): number {
    return this.#lastUnitMs;
  }

  get isShown(): boolean {
    return this.#output !== null;
  }

  /** Returns the rates since the last call. */
  takeRates(): IngestRates {
    return this.#meter.readAndReset(this.#options.now());
  }

  /** Sets whether units are kept for a takeover. */
  keep(isKeeping: boolean): void {
    if (!isKeeping) this.#group.clear();
    this.#isKeeping = isKeeping;
  }

  /** Begins to pass this publisher's units on, starting with those that were kept. */
  show(output: UnitSink, silenceMs: number): void {
    this.#output = output;
    if (this.#video !== null) output.videoConfig(this.#video);
    if (this.#audio !== null) output.audioConfig(this.#audio);
    if (!this.#group.isReady) return;
    for (const held of this.#group.replay(silenceMs, this.#options.now())) {
      if (held.kind === 'video') output.video(held.unit);
      else output.audio(held.unit);
    }
  }

  hide(): void {
    this.#output = null;
  }

  videoConfig(config: VideoConfig): void {
    this.#video = config;
    this.#group.clear();
    this.#output?.videoConfig(config);
  }

  audioConfig(config: AudioConfig): void {
    this.#audio = config;
    this.#output?.audioConfig(config);
  }

  video(unit: VideoUnit): void {
    const nowMs = this.#options.now();
    this.#lastUnitMs = nowMs;
    this.#meter.video(unit);
    this.#watch(unit.dts, nowMs);
    const output = this.#output;
    if (this.#isKeeping) this.#group.video(unit, nowMs);
    if (unit.key) this.#options.onKeyFrame();
    // If this key frame has caused the switch, the new output already has the frame, from the kept group.
    if (output === this.#output) output?.video(unit);
  }

  audio(unit: AudioUnit): void {
    this.#lastUnitMs = this.#options.now();
    this.#meter.audio(unit);
    if (this.#isKeeping) this.#group.audio(unit);
    this.#output?.audio(unit);
  }

  end(): void {
    this.#options.onEnd();
  }

  /** A frame counts as new if its timestamp differs from that of the previous frame. */
  #watch(dts: number, nowMs: number): void {
    const last = this.#lastDts;
    this.#lastDts = dts;
    if (dts === last) return;
    this.#lastPictureMs = nowMs;
    if (last !== null && dts > last) this.#pictureIntervalMs = ((dts - last) * 1_000) / CLOCK_HZ;
  }
}

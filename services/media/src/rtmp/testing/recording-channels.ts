import type {
  AudioConfig,
  AudioUnit,
  Channels,
  OpenRefusal,
  Publisher,
  StreamSink,
  VideoConfig,
  VideoUnit,
} from '../../stream/access-unit.ts';
import { PUBLISHER_STALE_MS } from '../../stream/access-unit.ts';

/** Records all units of one publisher. */
export class RecordedStream implements StreamSink {
  readonly publisher: Publisher;
  readonly videoConfigs: VideoConfig[] = [];
  readonly audioConfigs: AudioConfig[] = [];
  readonly pictures: VideoUnit[] = [];
  readonly frames: AudioUnit[] = [];
  ends = 0;
  lastUnitMs: number;
  readonly #now: () => number;

  constructor(publisher: Publisher, now: () => number) {
    this.publisher = publisher;
    this.#now = now;
    this.lastUnitMs = now();
  }

  videoConfig(config: VideoConfig): void {
    this.videoConfigs.push(config);
  }

  audioConfig(config: AudioConfig): void {
    this.audioConfigs.push(config);
  }

  video(unit: VideoUnit): void {
    this.lastUnitMs = this.#now();
    this.pictures.push(unit);
  }

  audio(unit: AudioUnit): void {
    this.lastUnitMs = this.#now();
    this.frames.push(unit);
  }

  end(): void {
    this.ends += 1;
  }
}

/** Channels that record their input. A second publisher is admitted by the real rule. */
export class RecordingChannels implements Channels {
  readonly streams: RecordedStream[] = [];
  refused = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  open(publisher: Publisher): StreamSink | OpenRefusal {
    const holder = this.streams.findLast(
      (stream) => stream.publisher.channelId === publisher.channelId && stream.ends === 0,
    );
    if (holder !== undefined) {
      if (this.#now() - holder.lastUnitMs < PUBLISHER_STALE_MS) {
        this.refused += 1;
        return 'taken';
      }
      holder.publisher.close('another publisher took over');
    }
    const stream = new RecordedStream(publisher, this.#now);
    this.streams.push(stream);
    return stream;
  }
}

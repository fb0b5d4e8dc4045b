import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import { MalformedMediaError, UnsupportedMediaError } from '../codec/media-error.ts';
import type { StreamSink } from '../stream/access-unit.ts';
import type { Clock } from '../stream/clock.ts';
import { TransportStreamFeed } from '../transport-stream/transport-stream-feed.ts';
import { SrtConnection, type SrtConnectionOptions, TICK_MS } from './srt-connection.ts';
import type { SrtLimits } from './srt-limits.ts';
import type { ControlPacket, DataPacket } from './srt-packet.ts';

export interface SrtPublicationOptions
  extends Omit<SrtConnectionOptions, 'onPayload' | 'onClosed' | 'nowMs'> {
  readonly channelId: string;
  readonly sink: StreamSink;
  readonly limits: SrtLimits;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the stream cannot be played. */
  readonly onRefused: (channelId: string, reason: string) => void;
  readonly onEnded: () => void;
}

/** One caller with an accepted key. Its payloads are an MPEG transport stream. */
export class SrtPublication {
  readonly #options: SrtPublicationOptions;
  readonly #connection: SrtConnection;
  readonly #feed: TransportStreamFeed;
  readonly #ticking: RepeatedTask;
  #lastPictureMs: number;
  #isEnded = false;

  constructor(options: SrtPublicationOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.#feed = new TransportStreamFeed(options.sink, options.limits.malformedUnitsMax);
    this.#lastPictureMs = clock.elapsedMs();
    this.#connection = new SrtConnection({
      ...options,
      onPayload: (payload) => this.#take(payload),
      onClosed: (reason) => this.#end(reason),
      nowMs: clock.elapsedMs(),
    });
    this.#ticking = every(TICK_MS, () => this.#tick(clock.elapsedMs()), {
      name: 'srt_tick',
      logger,
    });
    this.#ticking.start();
  }

  receive(packet: DataPacket | ControlPacket): void {
    this.#connection.take(packet, this.#options.clock.elapsedMs());
  }

  close(reason: string): void {
    this.#connection.close(this.#options.clock.elapsedMs());
    this.#end(reason);
  }

  #tick(nowMs: number): void {
    this.#connection.tick(nowMs);
    const { pictureSilenceMsMax } = this.#options.limits;
    if (this.#isEnded || nowMs - this.#lastPictureMs < pictureSilenceMsMax) return;
    const seconds = pictureSilenceMsMax / 1_000;
    this.#refuse(`No picture for ${seconds} s: send H.264 video in MPEG-TS`);
  }

  #take(payload: Buffer | null): void {
    if (this.#isEnded) return;
    const picturesBefore = this.#feed.counts.pictures;
    try {
      this.#feed.take(payload);
    } catch (error) {
      const isRefusal =
        error instanceof UnsupportedMediaError || error instanceof MalformedMediaError;
      if (!isRefusal) throw error;
      this.#refuse(error.message);
      return;
    }
    if (this.#feed.counts.pictures > picturesBefore)
      this.#lastPictureMs = this.#options.clock.elapsedMs();
  }

  #refuse(reason: string): void {
    this.#options.onRefused(this.#options.channelId, reason);
    this.close(reason);
  }

  #end(reason: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    void this.#ticking.stop();
    this.#feed.end();
    const { channelId, logger, onEnded } = this.#options;
    logger.info(
      { channelId, reason, ...this.#feed.counts, ...this.#connection.counts },
      'SRT publishing ended',
    );
    onEnded();
  }
}

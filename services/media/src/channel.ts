import type { Logger } from '@sangwian/node-kit/logger';
import type { Viewer } from './http/grant-gate.ts';
import { IngestMeter, type IngestRates } from './ingest-meter.ts';
import { Packager, type PackagerStats } from './packager/packager.ts';
import { MediaPlaylist } from './playlist/media-playlist.ts';
import { buildMultivariant } from './playlist/multivariant-playlist.ts';
import type { QueryTemplate } from './playlist/query-template.ts';
import type { PlaylistPosition } from './playlist/reload-rules.ts';
import { WaitingRoom } from './playlist/waiting-room.ts';
import type { AudioUnit, Publisher, StreamSink, VideoUnit } from './stream/access-unit.ts';
import type { Clock } from './stream/clock.ts';
import type { RtpFanout } from './webrtc/rtp-fanout.ts';
import { LiveWindow, type WindowLimits } from './window/live-window.ts';
import type { SegmentStore } from './window/segment-store.ts';

/**
 * Numbers of segments begin where the clock stands, which runs faster than any stream counts: a process that was
 * started again goes on above its own old numbers, and no name is ever given twice.
 */
const NUMBERING_EPOCH_MS = Date.UTC(2025, 0, 1);
const SEGMENT_MS_MIN = 750;

export interface ChannelOptions {
  readonly id: string;
  readonly limits: WindowLimits;
  readonly store: SegmentStore;
  /** Gives each stretch its number. */
  readonly nextDiscontinuity: () => number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** `null`: nobody watches by WebRTC here. */
  readonly fanout: RtpFanout | null;
}

/** One channel: who publishes it, what can be played of it, and who waits for it. */
export class Channel {
  readonly id: string;
  readonly window: LiveWindow;
  readonly playlist: MediaPlaylist;
  readonly waiting = new WaitingRoom();
  readonly fanout: RtpFanout | null;
  readonly #packager: Packager;
  readonly #meter = new IngestMeter();
  readonly #clock: Clock;
  readonly #logger: Logger;
  #publisher: Publisher | null = null;
  #lastUnitMs = 0;
  #idleSinceMs: number;
  #latencyMs: number | null = null;
  #multivariant: QueryTemplate | null = null;
  #multivariantFor = -1;
  #readers: Viewer[] = [];
  #report = 1;
  #readersBefore = 0;

  constructor({ id, limits, store, nextDiscontinuity, logger, clock, fanout }: ChannelOptions) {
    this.id = id;
    this.#clock = clock;
    this.#logger = logger;
    this.fanout = fanout;
    this.#idleSinceMs = clock.elapsedMs();
    this.window = new LiveWindow({
      mediaSequence: Math.floor((clock.wallMs() - NUMBERING_EPOCH_MS) / SEGMENT_MS_MIN),
      nextDiscontinuity,
      limits,
      store,
      onStoreError: (error) =>
        logger.warn({ err: error, channel: id }, 'the rewind on disk failed'),
      onChange: () => this.#changed(),
    });
    this.playlist = new MediaPlaylist(this.window);
    this.#packager = new Packager(this.window, () => clock.wallMs());
  }

  get publisher(): Publisher | null {
    return this.#publisher;
  }

  /** When the newest unit of the publisher came, or the publisher itself; elapsed time. */
  get lastUnitMs(): number {
    return this.#lastUnitMs;
  }

  /** Since when nobody publishes (elapsed time), `null` while somebody does. */
  get idleSinceMs(): number | null {
    return this.#publisher === null ? this.#idleSinceMs : null;
  }

  /** Viewers by LL-HLS of the last report of readers, or of the one that is being gathered if they are more. */
  get viewers(): number {
    return Math.max(this.#readersBefore, this.#readers.length);
  }

  /** Viewers by WebRTC, now. */
  get realtimeViewers(): number {
    return this.fanout?.watchSessionIds.size ?? 0;
  }

  /** Milliseconds from a picture's arrival to its part's listing; `null` before the first. */
  get latencyMs(): number | null {
    return this.#latencyMs;
  }

  get position(): PlaylistPosition {
    const { newest, newestSequence } = this.window;
    return {
      mediaSequence: newestSequence,
      parts: newest?.parts.length ?? 0,
      closed: newest?.closed ?? true,
    };
  }

  /** The sink of this publisher; what an earlier publisher still sends is dropped. */
  attach(publisher: Publisher, onEnd: () => void): StreamSink {
    this.#packager.end();
    this.fanout?.end();
    this.#publisher = publisher;
    this.#lastUnitMs = this.#clock.elapsedMs();
    this.#meter.take(this.#lastUnitMs);
    const guard = (take: () => void): void => {
      if (this.#publisher !== publisher) return;
      try {
        take();
      } catch (error) {
        // A sink never throws into the ingest: this publisher is sent away instead.
        this.#logger.error({ err: error, channel: this.id }, 'packaging failed');
        this.detach(publisher);
        onEnd();
        publisher.close('packaging failed');
      }
    };
    return {
      videoConfig: (config) =>
        guard(() => {
          this.fanout?.videoConfig(config);
          this.#packager.videoConfig(config);
        }),
      audioConfig: (config) =>
        guard(() => {
          this.fanout?.audioConfig(config);
          this.#packager.audioConfig(config);
        }),
      video: (unit) => guard(() => this.#takeVideo(unit)),
      audio: (unit) => guard(() => this.#takeAudio(unit)),
      end: () => {
        if (this.#publisher !== publisher) return;
        this.detach(publisher);
        onEnd();
      },
    };
  }

  /** The publisher is gone, or another takes over: what is open is closed, and the playlist stays as it is. */
  detach(publisher: Publisher): void {
    if (this.#publisher !== publisher) return;
    this.#publisher = null;
    this.#idleSinceMs = this.#clock.elapsedMs();
    this.fanout?.end();
    try {
      this.#packager.end();
    } catch (error) {
      this.#logger.error({ err: error, channel: this.id }, 'closing the stream failed');
    }
  }

  /** The template of `index.m3u8`, `null` before the first whole segment. */
  multivariant(): QueryTemplate | null {
    const { currentStretch, newestSequence } = this.window;
    const bandwidth = this.window.playable ? this.window.bandwidth() : null;
    if (currentStretch === null || bandwidth === null) return null;
    if (this.#multivariant === null || this.#multivariantFor !== newestSequence) {
      const frameRate = currentStretch.tracks.video.description.frameRate ?? this.#meter.frameRate;
      this.#multivariant = buildMultivariant(currentStretch, bandwidth, frameRate);
      this.#multivariantFor = newestSequence;
    }
    return this.#multivariant;
  }

  /** Counts a viewer once for the report that is being gathered. */
  count(viewer: Viewer): void {
    if (viewer.countedIn === this.#report) return;
    viewer.countedIn = this.#report;
    this.#readers.push(viewer);
  }

  /** Watch sessions seen since the last call, or connected now. */
  takeReaders(): string[] {
    const readers = this.#readers;
    this.#readers = [];
    this.#readersBefore = readers.length;
    this.#report += 1;
    const seen = new Set(readers.map(({ watchSessionId }) => watchSessionId));
    for (const watchSessionId of this.fanout?.watchSessionIds ?? []) seen.add(watchSessionId);
    return [...seen];
  }

  stats(): PackagerStats {
    return this.#packager.stats();
  }

  /** Rates since the last call. */
  takeRates(): IngestRates {
    return this.#meter.take(this.#clock.elapsedMs());
  }

  #takeVideo(unit: VideoUnit): void {
    this.#lastUnitMs = this.#clock.elapsedMs();
    this.#meter.video(unit);
    this.fanout?.video(unit);
    this.#packager.video(unit);
  }

  #takeAudio(unit: AudioUnit): void {
    this.#lastUnitMs = this.#clock.elapsedMs();
    this.#meter.audio(unit);
    this.fanout?.audio(unit);
    this.#packager.audio(unit);
  }

  #changed(): void {
    this.playlist.invalidate();
    const { newest } = this.window;
    if (newest !== undefined && this.#publisher !== null) {
      this.#latencyMs = Math.max(0, Math.round(this.#clock.wallMs() - newest.endMs));
    }
    this.waiting.wake();
  }
}

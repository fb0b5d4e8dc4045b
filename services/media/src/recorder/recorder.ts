import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Channel } from '../channel/channel.ts';
import type { Clock } from '../stream/clock.ts';
import { buildObjectBody, readSegments } from './object-body.ts';
import { nextObject, RecordedTrack } from './recorded-track.ts';
import { ObjectRefusedError, type OpenRecording, type RecordingCalls } from './recording-calls.ts';

const POLL_MS = 1_000;
const RETRY_MS_MAX = 5_000;
/** Time to wait for the last segment after the end of a live. */
const TAIL_MS_MAX = 4_000;
/** Maximum number of objects per rendition that are kept in memory after another process has claimed the channel. */
const RESCUED_OBJECTS_MAX = 4;
/** Time that a stopping process has to send its segments. The rest is sent after the next start. */
const STOP_MS_MAX = 5_000;
const SOUND_FOLDER = 'audio';

export interface RecorderOptions {
  readonly calls: RecordingCalls;
  readonly originId: string;
  readonly channels: () => Iterable<Channel>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface RecordingState {
  recording: OpenRecording;
  /** The last segment of each folder that was sent by an earlier process of this origin. */
  readonly stored: ReadonlyMap<string, number>;
  readonly tracks: Map<string, RecordedTrack>;
  isComplete: boolean;
}

/** State of the recorder for health checks and metrics. */
export interface RecorderStatus {
  /** Since when objects cannot be stored, by the wall clock; `null` while storing works. */
  readonly failingSinceMs: number | null;
  readonly storedBytes: number;
  readonly storedObjects: number;
  /** Number of closed segments that wait to be stored. */
  readonly unsentSegments: number;
  /** Number of segments that left the rewind before they could be stored. */
  readonly lostSegments: number;
}

/**
 * Sends the closed segments of channels whose live is recorded to the API, joined into objects. Unsent segments stay in
 * the rewind on disk, and are sent from there after an outage or a restart (decision 101).
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #states = new Map<string, RecordingState>();
  readonly #polls: RepeatedTask;
  /** Unsent objects of channels that another process has claimed. */
  #rescued: { readonly recordingId: string; readonly body: Buffer }[] = [];
  #failingSinceMs: number | null = null;
  #storedBytes = 0;
  #storedObjects = 0;
  #lostSegments = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#polls = every(POLL_MS, () => this.run(false), {
      name: 'recording',
      logger: options.logger,
      retryMs: POLL_MS,
      backoffMsMax: RETRY_MS_MAX,
    });
  }

  get status(): RecorderStatus {
    let unsentSegments = 0;
    for (const { recording, tracks } of this.#states.values())
      for (const track of tracks.values()) unsentSegments += track.pending(recording).length;
    return {
      failingSinceMs: this.#failingSinceMs,
      storedBytes: this.#storedBytes,
      storedObjects: this.#storedObjects,
      unsentSegments,
      lostSegments: this.#lostSegments,
    };
  }

  start(): void {
    this.#polls.start();
  }

  /** Sends the remaining segments, for a few seconds at most. The publishers must be disconnected first. */
  async stop(): Promise<void> {
    await this.#polls.stop();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, STOP_MS_MAX);
    const sent = this.run(true).catch((err: unknown) =>
      this.#options.logger.warn({ err }, 'last segments not stored'),
    );
    await Promise.race([sent, late]);
    clearTimeout(timer);
  }

  /** Reads the unsent segments of a channel that is being removed, so that they can be sent later. */
  async rescue(channel: Channel): Promise<void> {
    for (const state of this.#states.values()) {
      const { recordingId, channelId } = state.recording;
      if (channelId !== channel.id) continue;
      this.#states.delete(recordingId);
      for (const track of state.tracks.values())
        for (let count = 0; count < RESCUED_OBJECTS_MAX; count += 1) {
          const object = await this.#readObject(state, track, true);
          if (object === null) break;
          this.#rescued.push({ recordingId, body: object.body });
          track.sentUpTo(object.lastSequence);
        }
    }
  }

  /** Sends the objects that are due. @throws while the API or its storage is unavailable */
  async run(isFlush: boolean): Promise<void> {
    const channels = new Map(Array.from(this.#options.channels(), (one) => [one.id, one]));
    try {
      await this.#sendRescued();
      const ids = [...channels.keys()];
      await this.#follow(ids.length === 0 ? [] : await this.#options.calls.findRecordings(ids));
      for (const state of this.#states.values()) {
        const channel = channels.get(state.recording.channelId);
        if (channel !== undefined) await this.#record(state, channel, isFlush);
      }
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    }
    if (this.#failingSinceMs !== null) this.#options.logger.info('recordings are stored again');
    this.#failingSinceMs = null;
  }

  #noteFailure(error: unknown): void {
    if (this.#failingSinceMs !== null || this.#states.size === 0) return;
    this.#failingSinceMs = this.#options.clock.wallMs();
    this.#options.logger.error({ err: error }, 'recording cannot be stored');
  }

  /** Adds recordings that have begun, and drops those that were deleted or completed. */
  async #follow(found: readonly OpenRecording[]): Promise<void> {
    const { calls, logger } = this.#options;
    const listed = new Set(found.map(({ recordingId }) => recordingId));
    for (const id of this.#states.keys()) if (!listed.has(id)) this.#states.delete(id);
    for (const recording of found) {
      const { recordingId, channelId, isComplete } = recording;
      const known = this.#states.get(recordingId);
      if (known !== undefined) {
        known.recording = recording;
        continue;
      }
      const stored = await calls.findStored(recordingId);
      this.#states.set(recordingId, { recording, stored, tracks: new Map(), isComplete });
      if (!isComplete) logger.info({ channel: channelId, recording: recordingId }, 'recording');
    }
  }

  async #record(state: RecordingState, channel: Channel, isFlush: boolean): Promise<void> {
    const { recording } = state;
    const { endedAtMs, recordingId } = recording;
    const tracks = this.#tracksOf(state, channel);
    const isOver = endedAtMs !== null && this.#isOver(endedAtMs, tracks, channel);
    // Without a publisher, there is no point in waiting for a full object.
    const isIdle = channel.idleSinceMs !== null;
    try {
      for (const track of tracks) await this.#sendTrack(state, track, isFlush || isOver || isIdle);
      if (!isOver || state.isComplete) return;
      await this.#options.calls.completeRecording(recordingId);
      state.isComplete = true;
      this.#options.logger.info(
        { channel: channel.id, recording: recordingId },
        'recording complete',
      );
    } catch (error) {
      if (!(error instanceof ObjectRefusedError)) throw error;
      this.#options.logger.warn({ err: error, recording: recordingId }, 'recording given up');
      this.#states.delete(recordingId);
    }
  }

  /** Returns the video tracks of all renditions and the audio-only track of the stream. */
  #tracksOf({ tracks, stored }: RecordingState, channel: Channel): readonly RecordedTrack[] {
    for (const { videoTrack, audioTrack } of channel.renditions)
      for (const { folder, window } of [videoTrack, audioTrack]) {
        const isListed = folder === SOUND_FOLDER || !folder.endsWith(SOUND_FOLDER);
        const known = tracks.get(folder);
        // A channel that was closed and is published again has new windows.
        if (!isListed || window.newest === undefined || known?.window === window) continue;
        const last = known === undefined ? (stored.get(folder) ?? null) : null;
        tracks.set(folder, new RecordedTrack(folder, window, last));
      }
    return [...tracks.values()];
  }

  #isOver(endedAtMs: number, tracks: readonly RecordedTrack[], channel: Channel): boolean {
    if (channel.idleSinceMs !== null) return true;
    if (this.#options.clock.wallMs() - endedAtMs >= TAIL_MS_MAX) return true;
    return tracks.every((track) => track.hasPassed(endedAtMs));
  }

  async #sendTrack(state: RecordingState, track: RecordedTrack, isFlush: boolean): Promise<void> {
    for (;;) {
      this.#noteLost(state, track.skipLost());
      const object = await this.#readObject(state, track, isFlush);
      if (object === null) return;
      const { recordingId } = state.recording;
      track.sentUpTo(await this.#options.calls.storeObject(recordingId, object.body));
      this.#storedBytes += object.body.length;
      this.#storedObjects += 1;
    }
  }

  /** Reads the segments of the next object; `null` if none is due. */
  async #readObject(
    { recording }: RecordingState,
    track: RecordedTrack,
    isFlush: boolean,
  ): Promise<{ body: Buffer; lastSequence: number } | null> {
    for (;;) {
      const due = nextObject(track.pending(recording), isFlush);
      if (due.length === 0) return null;
      const read = await readSegments(track.window, due);
      const body = buildObjectBody(this.#options.originId, track.folder, read);
      const last = read.segments.at(-1);
      if (body !== null && last !== undefined) return { body, lastSequence: last.mediaSequence };
      track.skipOne();
      this.#lostSegments += 1;
      this.#options.logger.error(
        { channel: recording.channelId, folder: track.folder },
        'segment of a recording missing on disk',
      );
    }
  }

  async #sendRescued(): Promise<void> {
    for (let next = this.#rescued[0]; next !== undefined; next = this.#rescued[0]) {
      try {
        await this.#options.calls.storeObject(next.recordingId, next.body);
      } catch (error) {
        if (!(error instanceof ObjectRefusedError)) throw error;
      }
      this.#rescued.shift();
    }
  }

  #noteLost({ recording }: RecordingState, lost: number): void {
    if (lost === 0) return;
    this.#lostSegments += lost;
    const { channelId } = recording;
    this.#options.logger.error(
      { channel: channelId, lost },
      'recording lost segments: they left the rewind before they could be stored',
    );
  }
}

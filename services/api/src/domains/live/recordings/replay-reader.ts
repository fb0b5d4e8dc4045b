import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Clock } from '../../../platform/time/clock.ts';
import type { ReplayLineRow, ReplayRange, ReplayRow, ReplayStore } from './replay.store.ts';
import { buildMediaPlaylist, buildMultivariant, rankTracks } from './replay-playlists.ts';
import type { ReplayTrack } from './replay-timeline.ts';

/** Maximum number of replays in memory. A replay of an evening in three renditions needs some megabytes. */
const REPLAYS_MAX = 8;
/** A deleted replay is still served for at most this long. */
const FRESH_MS = 2_000;

const compress = promisify(gzip);

/** A playlist, compressed once for all players. */
export interface PlaylistBody {
  readonly text: string;
  compressed(): Promise<Buffer>;
}

function bodyOf(text: string): PlaylistBody {
  let compressed: Promise<Buffer> | undefined;
  return {
    text,
    compressed: () => {
      compressed ??= compress(text);
      return compressed;
    },
  };
}

/** A replay, or the recording of a live in progress, with its playlists. */
export interface Replay {
  readonly row: ReplayRow;
  /** The best rendition first, the audio-only rendition last. */
  readonly tracks: readonly ReplayTrack[];
  readonly multivariant: PlaylistBody;
  /** Media playlists by folder, built on the first request. */
  playlist(folder: string): PlaylistBody | null;
}

/**
 * Leaves out the last segment of a track. Its exact duration is known with the next segment, and the durations in a
 * growing playlist must not change.
 */
const withoutLast = ({ folder, segments }: ReplayTrack): ReplayTrack => ({
  folder,
  segments: segments.slice(0, -1),
});

function buildReplay(row: ReplayRow, found: readonly ReplayTrack[]): Replay {
  const tracks = rankTracks(row.is_over ? found : found.map(withoutLast));
  const playlists = new Map<string, PlaylistBody>();
  return {
    row,
    tracks,
    multivariant: bodyOf(buildMultivariant(tracks)),
    playlist: (folder) => {
      const track = tracks.find((one) => one.folder === folder);
      if (track === undefined) return null;
      const body = playlists.get(folder) ?? bodyOf(buildMediaPlaylist(track, row.is_over));
      playlists.set(folder, body);
      return body;
    },
  };
}

interface Cached {
  readonly replay: Promise<Replay | null>;
  readonly readAtMs: number;
}

/** Reads replays, and caches the most recently used in memory. */
export class ReplayReader {
  readonly #store: ReplayStore;
  readonly #clock: Clock;
  /** Ordered by last use. */
  readonly #cached = new Map<string, Cached>();

  constructor(store: ReplayStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Finds the replays of a live, one per channel. */
  findOfLive(programLiveId: ProgramLiveId): Promise<readonly ReplayRow[]> {
    return this.#store.findOfLive(programLiveId, this.#clock());
  }

  /** Finds the recordings of a live, one per channel, also while the live is in progress. */
  findWatchable(programLiveId: ProgramLiveId): Promise<readonly ReplayRow[]> {
    return this.#store.findWatchable(programLiveId, this.#clock());
  }

  /** Reads a page of the lives that have a replay, latest first. */
  list(range: ReplayRange, limit: number): Promise<readonly ReplayLineRow[]> {
    return this.#store.list(range, limit, this.#clock());
  }

  /** Returns a recording with its playlists; `null` if it does not exist, was deleted or has expired. */
  read(recordingId: string): Promise<Replay | null> {
    const known = this.#cached.get(recordingId);
    const isFresh = known !== undefined && performance.now() - known.readAtMs < FRESH_MS;
    this.#cached.delete(recordingId);
    const entry = isFresh
      ? known
      : { replay: this.#load(recordingId, known?.replay), readAtMs: performance.now() };
    this.#cached.set(recordingId, entry);
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= REPLAYS_MAX) break;
      this.#cached.delete(oldest);
    }
    entry.replay.catch(() => this.#cached.delete(recordingId));
    return entry.replay;
  }

  async #load(
    recordingId: string,
    earlier: Promise<Replay | null> | undefined,
  ): Promise<Replay | null> {
    const row = await this.#store.find(recordingId, this.#clock());
    if (row === undefined) return null;
    const known = await earlier?.catch(() => null);
    if (known?.row.bytes === row.bytes && known.row.is_over === row.is_over)
      return { ...known, row };
    return buildReplay(row, await this.#store.readTracks(recordingId));
  }
}

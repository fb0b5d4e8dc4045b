import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';
import type { SegmentTarget } from '../packager/segment-target.ts';
import { lastListed, MediaPlaylist, type RenditionState } from '../playlist/media-playlist.ts';
import type { PlaylistPosition } from '../playlist/reload-rules.ts';
import { WaitingRoom } from '../playlist/waiting-room.ts';
import { LiveWindow, type WindowLimits } from '../window/live-window.ts';
import type { SegmentStore } from '../window/segment-store.ts';
import type { RestoredWindow } from '../window/window-journal.ts';

/**
 * Segment numbers start from the wall clock, which advances faster than any stream produces segments. A restarted
 * process therefore continues above its old numbers, and never uses a file name twice.
 */
const NUMBERING_EPOCH_MS = Date.UTC(2025, 0, 1);
const SEGMENT_MS_MIN = 750;

export interface TrackOptions {
  /** Folder below the channel; `''` is the stream itself. */
  readonly folder: string;
  readonly limits: WindowLimits;
  readonly store: SegmentStore;
  /** Wall clock. */
  readonly startedMs: number;
  /** Lowest number of the first segment. */
  readonly firstSequence: number;
  readonly target: SegmentTarget;
  /** The window that was restored from disk; `null`: none. */
  readonly restored: RestoredWindow | null;
  readonly siblings: () => readonly RenditionState[];
  readonly onStoreError: (error: unknown) => void;
}

/** One media playlist with its window and its blocked requests: a rendition, or the audio-only variant of one. */
export class Track {
  readonly folder: string;
  readonly window: LiveWindow;
  readonly playlist: MediaPlaylist;
  readonly waitingRoom = new WaitingRoom();
  /**
   * Whether its publisher is missing while other renditions are published. Requests for its playlist are then refused,
   * so that players switch to another rendition.
   */
  gone = false;

  constructor(options: TrackOptions) {
    const { folder, limits, store, startedMs, target, restored, siblings, onStoreError } = options;
    const sequenceOfClock = Math.floor((startedMs - NUMBERING_EPOCH_MS) / SEGMENT_MS_MIN);
    this.folder = folder;
    this.window = new LiveWindow({
      mediaSequence: Math.max(sequenceOfClock, options.firstSequence),
      limits,
      restored,
      targetSeconds: () => target.seconds,
      store,
      onStoreError,
      onChange: () => this.playlist.invalidate(),
    });
    this.playlist = new MediaPlaylist(this.window, target, siblings);
  }

  get position(): PlaylistPosition {
    const { newest, newestSequence } = this.window;
    return {
      mediaSequence: newestSequence,
      parts: newest?.parts.length ?? 0,
      closed: newest?.closed ?? true,
    };
  }

  /** Returns the position for the rendition reports of other playlists, which refer to it by `uri`. */
  stateAt(uri: string): RenditionState {
    return { uri, ...lastListed(this.window) };
  }

  period(period: PackagedPeriod): void {
    this.window.period(period);
  }

  part(part: PackagedPart): void {
    this.window.part(part);
  }

  /** Ends the playlist. */
  end(): void {
    this.window.end();
    this.waitingRoom.wake();
  }

  /** Responds to all blocked requests and removes the window, also from disk. */
  dispose(): Promise<void> {
    this.waitingRoom.expire(Number.POSITIVE_INFINITY);
    return this.window.dispose();
  }
}

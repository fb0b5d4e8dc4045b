import type { PackagedPart, PackagedPeriod } from './packager/packaged-part.ts';
import type { SegmentTarget } from './packager/segment-target.ts';
import { lastListed, MediaPlaylist, type RenditionState } from './playlist/media-playlist.ts';
import type { PlaylistPosition } from './playlist/reload-rules.ts';
import { WaitingRoom } from './playlist/waiting-room.ts';
import { LiveWindow, type WindowLimits } from './window/live-window.ts';
import type { SegmentStore } from './window/segment-store.ts';
import type { RestoredWindow } from './window/window-journal.ts';

/**
 * Numbers of segments begin where the clock stands, which runs faster than any stream counts: a process that was
 * started again goes on above its own old numbers, and no name is ever given twice.
 */
const NUMBERING_EPOCH_MS = Date.UTC(2025, 0, 1);
const SEGMENT_MS_MIN = 750;

export interface TrackOptions {
  /** Where it stands below its channel: `''` is the stream itself. */
  readonly folder: string;
  readonly limits: WindowLimits;
  readonly store: SegmentStore;
  /** Wall clock. */
  readonly startedMs: number;
  readonly target: SegmentTarget;
  /** What a process before this one left of it; `null`: nothing. */
  readonly restored: RestoredWindow | null;
  readonly siblings: () => readonly RenditionState[];
  readonly onStoreError: (error: unknown) => void;
}

/** What one media playlist lists, and who waits for it: a rendition, or its sound alone. */
export class Track {
  readonly folder: string;
  readonly window: LiveWindow;
  readonly playlist: MediaPlaylist;
  readonly waiting = new WaitingRoom();
  /** Its publisher is away while others of the channel are there: players are sent to these. */
  gone = false;

  constructor(options: TrackOptions) {
    const { folder, limits, store, startedMs, target, restored, siblings, onStoreError } = options;
    this.folder = folder;
    this.window = new LiveWindow({
      mediaSequence: Math.floor((startedMs - NUMBERING_EPOCH_MS) / SEGMENT_MS_MIN),
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

  /** How far it is, for the reports of others; `uri` is where they find it. */
  stateAt(uri: string): RenditionState {
    return { uri, ...lastListed(this.window) };
  }

  period(period: PackagedPeriod): void {
    this.window.period(period);
  }

  part(part: PackagedPart): void {
    this.window.part(part);
  }

  /** Nothing comes any more; the playlist says so. */
  end(): void {
    this.window.end();
    this.waiting.wake();
  }

  /** Whoever waits is let go, and everything is forgotten, on disk too. */
  dispose(): Promise<void> {
    this.waiting.expire(Number.POSITIVE_INFINITY);
    return this.window.dispose();
  }
}

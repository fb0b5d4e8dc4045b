import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Channel } from '../channel/channel.ts';
import type { Track } from '../channel/track.ts';
import { nextPart } from '../playlist/media-playlist.ts';
import { judgeReload, reloadHoldMs } from '../playlist/reload-rules.ts';
import type { Waiter } from '../playlist/waiting-room.ts';
import type { Clock } from '../stream/clock.ts';
import { EMPTY_STORYBOARD } from '../thumbnails/storyboard.ts';
import type { Segment } from '../window/segment.ts';
import {
  sendError,
  sendMedia,
  sendPlaylist,
  sendPreflight,
  sendRedirect,
  sendStill,
  sendStoryboard,
} from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { GrantChecker, Viewer } from './grant-checker.ts';
import {
  locationWithGrant,
  type MediaAddress,
  type MediaFile,
  readMediaAddress,
} from './read-media-address.ts';

/** Maximum wait for a part or a first playlist: hls.js times out after ten seconds without a first byte. */
const BLOCKED_MS_MAX = 5_000;
/** Maximum number of blocked requests, over all channels. */
const WAITING_MAX = 100_000;
/**
 * Maximum number of blocked requests per grant. A page blocks on a playlist and a part, each for video and audio, and a
 * watch session may have three tabs. The limit counts grants rather than IP addresses, which many fans may share.
 */
export const WAITING_PER_GRANT_MAX = 16;
/**
 * The same limit for an edge, per channel. An edge sends one request per playlist and part, including those that
 * viewers request by mistake.
 */
const WAITING_PER_EDGE_MAX = 2_000;

export interface DeliveryCounts {
  playlists: number;
  parts: number;
  segments: number;
  thumbnails: number;
  refused: number;
  bytes: number;
}

export interface DeliveryOptions {
  readonly channel: (channelId: string) => Channel | undefined;
  readonly grants: GrantChecker;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The files of the renditions. */
type TrackFile = Exclude<MediaFile, { kind: 'storyboard' | 'thumbnail' }>;

/** An admitted request. */
interface MediaRequest {
  readonly exchange: Exchange;
  readonly address: MediaAddress;
  readonly channel: Channel;
  /** The track of the requested folder; for the multivariant playlist, the video track of the lead. */
  readonly track: Track;
  readonly viewer: Viewer;
}

/**
 * Responds to all playlist and media requests below `/media/`. Checks the grant on every request, and again after every
 * wait.
 */
export class Delivery {
  readonly counts: DeliveryCounts = {
    ...{ playlists: 0, parts: 0, segments: 0, thumbnails: 0, refused: 0, bytes: 0 },
  };
  readonly #options: DeliveryOptions;
  #waiting = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  handle(exchange: Exchange): void {
    if (exchange.method === 'OPTIONS') {
      sendPreflight(exchange);
      return;
    }
    const refusal = this.#route(exchange);
    if (refusal !== null) this.#refuse(exchange, refusal);
  }

  /** Responds now or later and returns `null`, or returns the error to send. */
  #route(exchange: Exchange): ErrorCode | null {
    const { method, url } = exchange;
    if (method !== 'GET' && method !== 'HEAD') return 'method_not_allowed';
    const address = readMediaAddress(url);
    if (address === null) return 'not_found';
    const { grants, clock, channel: find } = this.#options;
    const viewer = grants.check(address.channelId, address.token, clock.wallMs());
    if (typeof viewer === 'string') return viewer;
    const channel = find(address.channelId);
    if (channel === undefined) return 'stream_not_found';
    if (!viewer.isEdge) channel.count(viewer);
    if (address.malformed) return 'request_invalid';
    const { file } = address;
    const multivariant = file.kind === 'multivariant';
    if (address.tokenInQuery && (multivariant || file.kind === 'playlist')) {
      // The URLs in a playlist are relative, so they keep a grant only if it is in the path.
      sendRedirect(exchange, locationWithGrant(address));
      return null;
    }
    if (file.kind === 'storyboard') {
      sendStoryboard(exchange, channel.thumbnails?.storyboard.body ?? EMPTY_STORYBOARD);
      return null;
    }
    if (file.kind === 'thumbnail') return this.#answerThumbnail(exchange, channel, file.timeMs);
    const track = multivariant ? channel.lead?.videoTrack : channel.track(address.folder);
    if (track === undefined) return 'stream_not_found';
    return this.#answer({ exchange, address, channel, track, viewer }, file);
  }

  #answer(request: MediaRequest, file: TrackFile): ErrorCode | null {
    switch (file.kind) {
      case 'playlist':
        return this.#answerPlaylist(request);
      case 'multivariant':
        return this.#orWait(
          request,
          () => this.#sendMultivariant(request),
          () => 'stream_not_found',
        );
      case 'init': {
        const period = request.track.window.periodFrom(file.firstSequence);
        if (period === undefined) return 'not_found';
        this.#sendBytes(request, period.init);
        return null;
      }
      case 'segment': {
        const segment = request.track.window.segment(file.mediaSequence);
        if (segment?.closed !== true) return 'not_found';
        this.counts.segments += 1;
        this.#sendFrom(request, segment, 0, segment.bytes);
        return null;
      }
      case 'part':
        return this.#answerPart(request, file.mediaSequence, file.part);
    }
  }

  #answerThumbnail(exchange: Exchange, channel: Channel, timeMs: number): ErrorCode | null {
    const picture = channel.thumbnails?.storyboard.at(timeMs);
    if (picture === undefined) return 'not_found';
    this.counts.thumbnails += 1;
    this.counts.bytes += picture.length;
    sendStill(exchange, picture);
    return null;
  }

  #sendMultivariant({ exchange, channel }: MediaRequest): boolean {
    const body = channel.multivariant();
    if (body === null) return false;
    this.counts.playlists += 1;
    sendPlaylist(exchange, body, false);
    return true;
  }

  #answerPlaylist(request: MediaRequest): ErrorCode | null {
    const { window, playlist } = request.track;
    const { reload } = request.address;
    if (request.track.gone) return 'stream_not_found';
    if (!window.playable) {
      // Players refuse a playlist without a complete segment, so the first requests wait for one.
      return this.#orWait(
        request,
        () => window.playable && this.#sendPlaylist(request),
        () => 'stream_not_found',
      );
    }
    const verdict = reload === null ? 'now' : judgeReload(reload, request.track.position);
    if (verdict === 'too_far') return 'request_invalid';
    if (reload === null || verdict === 'now' || window.ended) {
      this.#sendPlaylist(request);
      return null;
    }
    const ready = () => window.ended || judgeReload(reload, request.track.position) === 'now';
    return this.#wait(
      request,
      () => ready() && this.#sendPlaylist(request),
      () => {
        this.#sendPlaylist(request);
        return null;
      },
      reloadHoldMs(playlist.targetDurationS),
    );
  }

  #sendPlaylist({ exchange, track, address: { reload, skip } }: MediaRequest): true {
    this.counts.playlists += 1;
    const named = reload !== null && judgeReload(reload, track.position) === 'now';
    sendPlaylist(exchange, track.playlist.body(skip), named);
    return true;
  }

  #answerPart(request: MediaRequest, mediaSequence: number, part: number): ErrorCode | null {
    if (this.#sendPart(request, mediaSequence, part)) return null;
    const { window } = request.track;
    // A request for the preload hint waits until the part is complete.
    const hinted = () => {
      const next = nextPart(window);
      return !window.ended && next.mediaSequence === mediaSequence && next.part === part;
    };
    if (!hinted()) return 'not_found';
    return this.#orWait(
      request,
      () => this.#sendPart(request, mediaSequence, part) || (hinted() ? false : 'not_found'),
      () => 'not_found',
    );
  }

  #sendPart(request: MediaRequest, mediaSequence: number, index: number): boolean {
    const segment = request.track.window.segment(mediaSequence);
    const part = segment?.parts[index];
    if (segment === undefined || part === undefined) return false;
    this.counts.parts += 1;
    if (part.data.length > 0) this.#sendBytes(request, part.data);
    else this.#sendFrom(request, segment, part.offset, part.length);
    return true;
  }

  #sendFrom(request: MediaRequest, segment: Segment, offset: number, length: number): void {
    if (segment.data !== null) {
      this.#sendBytes(request, segment.data.subarray(offset, offset + length));
      return;
    }
    request.track.window.read(segment, offset, length).then(
      (data) => this.#sendBytes(request, data),
      (error: unknown) => {
        this.#options.logger.warn(
          { err: error, channel: request.channel.id },
          'segment file missing',
        );
        this.#refuse(request.exchange, 'not_found');
      },
    );
  }

  #sendBytes({ exchange }: MediaRequest, data: Buffer): void {
    this.counts.bytes += data.length;
    sendMedia(exchange, data);
  }

  /** Tries once, and then waits like `#wait`. */
  #orWait(
    request: MediaRequest,
    attempt: () => boolean | ErrorCode,
    giveUp: () => ErrorCode | null,
  ): ErrorCode | null {
    const first = attempt();
    if (typeof first === 'string') return first;
    return first ? null : this.#wait(request, attempt, giveUp, BLOCKED_MS_MAX);
  }

  /**
   * Retries `attempt` after every change of the track until it succeeds or returns an error. Calls `giveUp` at the
   * deadline. Returns an error that must be sent immediately.
   */
  #wait(
    { exchange, viewer, track }: MediaRequest,
    attempt: () => boolean | ErrorCode,
    giveUp: () => ErrorCode | null,
    waitMs: number,
  ): ErrorCode | null {
    if (this.#waiting >= WAITING_MAX) return 'unavailable';
    const waitingMax = viewer.isEdge ? WAITING_PER_EDGE_MAX : WAITING_PER_GRANT_MAX;
    if (viewer.waiting >= waitingMax) return 'rate_limited';
    const { grants, clock } = this.#options;
    /** Returns why the wait must end before the next attempt: `gone` (the client) or an error; `null` to continue. */
    const settled = (): 'gone' | ErrorCode | null => {
      if (exchange.gone) return 'gone';
      if (!grants.admits(viewer, clock.wallMs())) return 'grant_invalid';
      return track.gone ? 'stream_not_found' : null;
    };
    const settle = (outcome: 'gone' | ErrorCode | null): void => {
      this.#waiting -= 1;
      viewer.waiting -= 1;
      if (outcome !== null && outcome !== 'gone') this.#refuse(exchange, outcome);
    };
    const waiter: Waiter = {
      deadlineMs: clock.elapsedMs() + waitMs,
      attempt: () => {
        // Revocations retry all waiting requests, so a revoked grant is refused at once.
        const outcome = settled() ?? attempt();
        if (outcome === false) return false;
        settle(outcome === true ? null : outcome);
        return true;
      },
      giveUp: () => settle(settled() ?? giveUp()),
    };
    this.#waiting += 1;
    viewer.waiting += 1;
    track.waitingRoom.add(waiter);
    exchange.onGone(() => {
      if (!track.waitingRoom.remove(waiter)) return;
      this.#waiting -= 1;
      viewer.waiting -= 1;
    });
    return null;
  }

  #refuse(exchange: Exchange, code: ErrorCode): void {
    this.counts.refused += 1;
    sendError(exchange, code);
  }
}

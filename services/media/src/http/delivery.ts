import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Channel } from '../channel.ts';
import { nextPart } from '../playlist/media-playlist.ts';
import { judgeReload, reloadHoldMs } from '../playlist/reload-rules.ts';
import type { Waiter } from '../playlist/waiting-room.ts';
import type { Clock } from '../stream/clock.ts';
import type { Track } from '../track.ts';
import type { Segment } from '../window/segment.ts';
import { type MediaAddress, readMediaAddress } from './address.ts';
import { sendError, sendMedia, sendPlaylist, sendPreflight } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { GrantGate, Viewer } from './grant-gate.ts';

/** A part or a first playlist is waited for this long: players give a first byte of it ten seconds (hls.js). */
const HOLD_MS_MAX = 5_000;
/** Requests that may wait at once, over all channels. */
const WAITING_MAX = 100_000;
/**
 * Requests of one grant that may wait at once: a page holds a playlist and a part, for picture and sound, and a watch
 * session may have three tabs. A grant is one member's, so fans behind one address do not share it.
 */
export const WAITING_PER_GRANT_MAX = 16;

export interface DeliveryCounts {
  playlists: number;
  parts: number;
  segments: number;
  refused: number;
  bytes: number;
}

export interface DeliveryOptions {
  readonly channel: (channelId: string) => Channel | undefined;
  readonly gate: GrantGate;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** One request on its way through: what it asks, who asks. */
interface Ask {
  readonly exchange: Exchange;
  readonly address: MediaAddress;
  readonly channel: Channel;
  /** What the address' folder names; for the multivariant playlist, whose arrival it waits for. */
  readonly track: Track;
  readonly viewer: Viewer;
}

/** Answers everything below `/media/`: a grant is checked on every playlist, part and segment, and after every wait. */
export class Delivery {
  readonly counts: DeliveryCounts = { playlists: 0, parts: 0, segments: 0, refused: 0, bytes: 0 };
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
    const refusal = this.#admit(exchange);
    if (refusal !== null) this.#refuse(exchange, refusal);
  }

  /** Why there is no answer but this error; `null` where the request is answered, or will be. */
  #admit(exchange: Exchange): ErrorCode | null {
    const { method, url } = exchange;
    if (method !== 'GET' && method !== 'HEAD') return 'method_not_allowed';
    const address = readMediaAddress(url);
    if (address === null) return 'not_found';
    const { gate, clock, channel: find } = this.#options;
    const viewer = gate.check(address.channelId, address.token, clock.wallMs());
    if (typeof viewer === 'string') return viewer;
    const channel = find(address.channelId);
    if (channel === undefined) return 'stream_not_found';
    channel.count(viewer);
    if (address.malformed) return 'request_invalid';
    const multivariant = address.file.kind === 'multivariant';
    const track = multivariant ? channel.lead?.picture : channel.track(address.folder);
    if (track === undefined) return 'stream_not_found';
    return this.#answer({ exchange, address, channel, track, viewer });
  }

  #answer(ask: Ask): ErrorCode | null {
    const { file } = ask.address;
    switch (file.kind) {
      case 'playlist':
        return this.#answerPlaylist(ask);
      case 'multivariant':
        return this.#orWait(
          ask,
          () => this.#sendMultivariant(ask),
          () => 'stream_not_found',
        );
      case 'init': {
        const stretch = ask.track.window.stretchFrom(file.firstSequence);
        if (stretch === undefined) return 'not_found';
        this.#sendBytes(ask, stretch.init);
        return null;
      }
      case 'segment': {
        const segment = ask.track.window.segment(file.mediaSequence);
        if (segment?.closed !== true) return 'not_found';
        this.counts.segments += 1;
        this.#sendFrom(ask, segment, 0, segment.bytes);
        return null;
      }
      case 'part':
        return this.#answerPart(ask, file.mediaSequence, file.part);
    }
  }

  #sendMultivariant({ exchange, channel, viewer }: Ask): boolean {
    const template = channel.multivariant();
    if (template === null) return false;
    this.counts.playlists += 1;
    sendPlaylist(exchange, template.fill(viewer.query));
    return true;
  }

  #answerPlaylist(ask: Ask): ErrorCode | null {
    const { window, playlist } = ask.track;
    const { reload } = ask.address;
    if (ask.track.gone) return 'stream_not_found';
    if (!window.playable) {
      // Players refuse a playlist without a whole segment: the first ones wait for it.
      return this.#orWait(
        ask,
        () => window.playable && this.#sendPlaylist(ask),
        () => 'stream_not_found',
      );
    }
    const verdict = reload === null ? 'now' : judgeReload(reload, ask.track.position);
    if (verdict === 'too_far') return 'request_invalid';
    if (reload === null || verdict === 'now' || window.ended) {
      this.#sendPlaylist(ask);
      return null;
    }
    const ready = () => window.ended || judgeReload(reload, ask.track.position) === 'now';
    return this.#wait(
      ask,
      () => ready() && this.#sendPlaylist(ask),
      () => {
        this.#sendPlaylist(ask);
        return null;
      },
      reloadHoldMs(playlist.targetDurationS),
    );
  }

  #sendPlaylist({ exchange, track, viewer, address }: Ask): true {
    this.counts.playlists += 1;
    sendPlaylist(exchange, track.playlist.template(address.skip).fill(viewer.query));
    return true;
  }

  #answerPart(ask: Ask, mediaSequence: number, part: number): ErrorCode | null {
    if (this.#sendPart(ask, mediaSequence, part)) return null;
    const { window } = ask.track;
    // The part that the playlist hints at waits, and its bytes are sent the moment they are there.
    const hinted = () => {
      const next = nextPart(window);
      return !window.ended && next.mediaSequence === mediaSequence && next.part === part;
    };
    if (!hinted()) return 'not_found';
    return this.#orWait(
      ask,
      () => this.#sendPart(ask, mediaSequence, part) || (hinted() ? false : 'not_found'),
      () => 'not_found',
    );
  }

  #sendPart(ask: Ask, mediaSequence: number, index: number): boolean {
    const segment = ask.track.window.segment(mediaSequence);
    const part = segment?.parts[index];
    if (segment === undefined || part === undefined) return false;
    this.counts.parts += 1;
    if (part.data.length > 0) this.#sendBytes(ask, part.data);
    else this.#sendFrom(ask, segment, part.offset, part.length);
    return true;
  }

  /** From memory, else from disk. */
  #sendFrom(ask: Ask, segment: Segment, offset: number, length: number): void {
    if (segment.data !== null) {
      this.#sendBytes(ask, segment.data.subarray(offset, offset + length));
      return;
    }
    ask.track.window.read(segment, offset, length).then(
      (data) => this.#sendBytes(ask, data),
      (error: unknown) => {
        this.#options.logger.warn({ err: error, channel: ask.channel.id }, 'a segment is lost');
        this.#refuse(ask.exchange, 'not_found');
      },
    );
  }

  #sendBytes({ exchange }: Ask, data: Buffer): void {
    this.counts.bytes += data.length;
    sendMedia(exchange, data);
  }

  /** Answers now, or waits as `#wait` does. */
  #orWait(
    ask: Ask,
    attempt: () => boolean | ErrorCode,
    giveUp: () => ErrorCode | null,
  ): ErrorCode | null {
    const first = attempt();
    if (typeof first === 'string') return first;
    return first ? null : this.#wait(ask, attempt, giveUp, HOLD_MS_MAX);
  }

  /**
   * Answers once `attempt` succeeds or refuses after a change, or at last by `giveUp`. Returns a refusal that is to
   * be sent at once.
   */
  #wait(
    { exchange, viewer, track }: Ask,
    attempt: () => boolean | ErrorCode,
    giveUp: () => ErrorCode | null,
    holdMs: number,
  ): ErrorCode | null {
    if (this.#waiting >= WAITING_MAX) return 'unavailable';
    if (viewer.waiting >= WAITING_PER_GRANT_MAX) return 'rate_limited';
    const { gate, clock } = this.#options;
    /** What settles the request before it may be attempted again. */
    const settled = (): 'gone' | ErrorCode | null => {
      if (exchange.gone) return 'gone';
      if (!gate.admits(viewer, clock.wallMs())) return 'grant_invalid';
      return track.gone ? 'stream_not_found' : null;
    };
    const settle = (outcome: 'gone' | ErrorCode | null): void => {
      this.#waiting -= 1;
      viewer.waiting -= 1;
      if (outcome !== null && outcome !== 'gone') this.#refuse(exchange, outcome);
    };
    const waiter: Waiter = {
      deadlineMs: clock.elapsedMs() + holdMs,
      attempt: () => {
        // Revocations wake whoever waits, so a grant that died meanwhile is refused at once.
        const outcome = settled() ?? attempt();
        if (outcome === false) return false;
        settle(outcome === true ? null : outcome);
        return true;
      },
      giveUp: () => settle(settled() ?? giveUp()),
    };
    this.#waiting += 1;
    viewer.waiting += 1;
    track.waiting.add(waiter);
    exchange.onGone(() => {
      if (!track.waiting.remove(waiter)) return;
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

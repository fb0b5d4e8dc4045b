import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import { addressKey } from '@sangwian/node-kit/http/address-key';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Channel } from '../channel/channel.ts';
import type { GrantChecker, Viewer } from '../http/grant-checker.ts';
import type { OpenRefusal, Publisher, StreamSink } from '../stream/access-unit.ts';
import type { AuthorisePublish } from '../stream/authorise-publish.ts';
import type { Clock } from '../stream/clock.ts';
import type { SignalName } from '../stream/signal-rule.ts';
import { answerPublisher, answerViewer } from './answer-offer.ts';
import { type EndCause, EndedSessions } from './ended-sessions.ts';
import { type Offer, readOffer } from './session-description.ts';
import type { WebRtcLibrary } from './webrtc-library.ts';
import { WhepPeer } from './whep-peer.ts';
import { refusalCode, WhipPeer } from './whip-peer.ts';

/** Maximum number of WHIP publishers with an accepted key, connecting ones included. */
const PUBLISHERS_MAX = 16;
/** Maximum concurrent key checks; each takes some milliseconds, at most five seconds. */
const KEY_CHECKS_MAX = 64;
/** Maximum concurrent key checks per address: a venue's encoders reconnect together. */
const KEY_CHECKS_PER_ADDRESS_MAX = 16;
/** Maximum number of WebRTC tabs per watch session; the oldest is closed beyond it. */
const PEERS_PER_WATCH_MAX = 3;
/** Interval of grant checks; revocations take effect at once. */
const SWEEP_EVERY_MS = 1_000;

/** The properties of a channel that its WebRTC viewers need. */
export type WatchedChannel = Pick<Channel, 'fanout' | 'ended'> & {
  readonly publisher: Pick<Publisher, 'requestKeyFrame'> | null;
};

export interface WebRtcChannels {
  get(channelId: string): WatchedChannel | undefined;
  /** Resolves once a channel that starts with its first viewer has started or failed to start. */
  prepare?(channelId: string): Promise<void>;
  /** Returns why a regular (not standby) publisher would be refused now; `null` if it would be accepted. */
  refusalFor(channelId: string, rendition: string, signal: SignalName): OpenRefusal | null;
  open(publisher: {
    readonly channelId: string;
    readonly rendition: string;
    readonly protocol: 'whip';
    readonly remoteAddress: string;
    readonly standby: boolean;
    readonly backup: boolean;
    close(reason: string): void;
    requestKeyFrame(): void;
  }): StreamSink | OpenRefusal;
}

export interface WebRtcSessionsOptions {
  readonly library: WebRtcLibrary;
  readonly channels: WebRtcChannels;
  readonly grants: GrantChecker;
  readonly authorise: AuthorisePublish;
  readonly peersMax: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A viewer's session exists only below its channel, but a publisher's session below any path. */
const sessionKey = (kind: 'whep' | 'whip', channelId: string, id: string): string =>
  kind === 'whep' ? `whep ${channelId} ${id}` : `whip ${id}`;

/** An SDP answer, or the error. */
export type Negotiated = { readonly id: string; readonly sdp: string } | ErrorCode;

export interface PublishAsk {
  /** Path in the URL: a channel id, or a name chosen by the publisher. */
  readonly path: string;
  readonly streamKey: string;
  /** `''`: the stream itself. */
  readonly rendition: string;
  readonly signal: SignalName;
  readonly address: string;
  readonly query: string;
  readonly sdp: string;
}

/** All WebRTC sessions: viewers by WHEP, publishers by WHIP. */
export class WebRtcSessions {
  readonly #options: WebRtcSessionsOptions;
  readonly #viewers = new Map<string, WhepPeer>();
  readonly #publishers = new Map<string, WhipPeer>();
  readonly #sweeping: RepeatedTask;
  /** Number of pending key checks by IP address. */
  readonly #checks = new Map<string, number>();
  readonly #ended: EndedSessions;

  constructor(options: WebRtcSessionsOptions) {
    this.#options = options;
    this.#ended = new EndedSessions(options.clock);
    const { logger } = options;
    this.#sweeping = every(SWEEP_EVERY_MS, () => this.#sweep(), { name: 'webrtc_sweep', logger });
    this.#sweeping.start();
  }

  /** Number of connected and connecting viewers. */
  get size(): number {
    return this.#viewers.size;
  }

  /** Resolves once the channel is ready for a viewer, or failed to start. */
  async prepare(channelId: string): Promise<void> {
    await this.#options.channels.prepare?.(channelId);
  }

  /** Answers a viewer's offer. */
  watch(channelId: string, viewer: Viewer, sdp: string): Negotiated {
    const { channels, library, peersMax, logger } = this.#options;
    const fanout = channels.get(channelId)?.fanout ?? null;
    if (fanout === null || fanout.refusal === 'away') return 'stream_not_found';
    if (fanout.refusal === 'reordered') return 'realtime_unavailable';
    const offer = readOffer(sdp);
    if (offer === null) return 'request_invalid';
    const answered = answerViewer(offer, fanout);
    if (answered === null) return 'realtime_unavailable';
    this.#makeRoom(viewer);
    if (this.#viewers.size >= peersMax) return 'unavailable';
    const id = randomUUID();
    return this.#negotiate(() => {
      const peer = new WhepPeer({
        ...answered,
        id,
        viewer,
        fanout,
        library,
        offer,
        logger,
        askKeyFrame: () => {
          const request = channels.get(channelId)?.publisher?.requestKeyFrame;
          request?.();
          return request !== undefined;
        },
        onClosed: (cause) => {
          this.#viewers.delete(id);
          if (cause !== null) this.#ended.add(sessionKey('whep', channelId, id), cause);
        },
      });
      this.#viewers.set(id, peer);
      return { id, sdp: peer.answer };
    });
  }

  /** Answers a publisher's offer after the API has accepted its key. */
  async publish(request: PublishAsk): Promise<Negotiated> {
    const offer = readOffer(request.sdp);
    if (offer === null) return 'request_invalid';
    const id = randomUUID();
    const allowed = await this.#checkKey(request, id);
    if (allowed === 'unavailable' || allowed === 'rate_limited') return allowed;
    if (allowed === 'taken') return refusalCode('taken');
    if (allowed === null) return 'stream_key_invalid';
    if (this.#publishers.size >= PUBLISHERS_MAX) return 'unavailable';
    const { rendition, signal } = request;
    const refusal = this.#options.channels.refusalFor(allowed.channelId, rendition, signal);
    if (refusal !== null) return refusalCode(refusal);
    return this.#negotiate(() => this.#openPublisher(id, allowed.channelId, request, offer));
  }

  /** Returns whether a session is open, or why the server ended it recently; `null` for an unknown session. */
  find(kind: 'whep' | 'whip', channelId: string, id: string): 'open' | EndCause | null {
    const viewer = kind === 'whep' ? this.#viewers.get(id) : undefined;
    if (viewer !== undefined) return viewer.viewer.channelId === channelId ? 'open' : null;
    if (kind === 'whip' && this.#publishers.has(id)) return 'open';
    return this.#ended.find(sessionKey(kind, channelId, id));
  }

  end(id: string): void {
    this.#viewers.get(id)?.close('the viewer left');
    this.#publishers.get(id)?.close('the publisher left');
  }

  /** Disconnects a channel's publishers, including those still connecting. */
  endPublishers(channelId: string): void {
    for (const peer of this.#publishersOf(channelId)) peer.close('the channel was closed');
  }

  /** Closes viewers whose grant or channel has ended. */
  recheck(): void {
    const nowMs = this.#options.clock.wallMs();
    for (const peer of [...this.#viewers.values()]) {
      if (!this.#options.grants.admits(peer.viewer, nowMs)) peer.close('the grant has ended');
      else if (!this.#canGoOn(peer)) peer.close('the channel has ended');
    }
  }

  /** Closes every session. */
  stop(): void {
    void this.#sweeping.stop();
    for (const peer of [...this.#viewers.values()]) peer.close('the media process is stopping');
    for (const peer of [...this.#publishers.values()]) peer.close('the media process is stopping');
  }

  #openPublisher(
    id: string,
    channelId: string,
    { address: remoteAddress, rendition, signal }: PublishAsk,
    offer: Offer,
  ): Negotiated {
    const { channels, library, clock, logger } = this.#options;
    if (!offer.media.some(({ kind }) => kind === 'video')) return 'picture_missing';
    const answered = answerPublisher(offer);
    if (answered === null) return 'realtime_unavailable';
    // Closes the encoder's previous attempt, because retries must not use up the limit of publishers.
    for (const other of this.#publishersOf(channelId)) {
      const isSame = other.rendition === rendition && other.signal === signal;
      if (isSame && !other.isPublishing) other.close('the same publisher reconnected');
    }
    const peer: WhipPeer = new WhipPeer({
      ...answered,
      id,
      channelId,
      rendition,
      signal,
      library,
      offer,
      clock,
      logger,
      openSink: () =>
        channels.open({
          channelId,
          rendition,
          protocol: 'whip',
          remoteAddress,
          standby: false,
          backup: signal === 'backup',
          close: (reason) => peer.close(reason),
          requestKeyFrame: () => peer.askKeyFrame(),
        }),
      onClosed: (cause) => {
        this.#publishers.delete(id);
        if (cause !== null) this.#ended.add(sessionKey('whip', channelId, id), cause);
      },
    });
    this.#publishers.set(id, peer);
    return { id, sdp: peer.answer };
  }

  /** Checks a key within the limits. A publisher uses no other resource until its key is accepted. */
  async #checkKey(
    request: PublishAsk,
    id: string,
  ): Promise<{ channelId: string } | null | 'taken' | 'unavailable' | 'rate_limited'> {
    const address = addressKey(request.address);
    const fromAddress = this.#checks.get(address) ?? 0;
    if (fromAddress >= KEY_CHECKS_PER_ADDRESS_MAX) return 'rate_limited';
    const checks = [...this.#checks.values()].reduce((sum, count) => sum + count, 0);
    if (checks >= KEY_CHECKS_MAX) return 'unavailable';
    this.#checks.set(address, fromAddress + 1);
    try {
      return await this.#authorise(request, id);
    } finally {
      const left = (this.#checks.get(address) ?? 1) - 1;
      if (left === 0) this.#checks.delete(address);
      else this.#checks.set(address, left);
    }
  }

  async #authorise(
    { path, streamKey, address, query }: PublishAsk,
    id: string,
  ): Promise<{ channelId: string } | null | 'taken' | 'unavailable'> {
    const credentials = { user: '', password: '', token: streamKey };
    try {
      return await this.#options.authorise(
        { ...credentials, ip: address, action: 'publish', path, protocol: 'webrtc', id, query },
        false,
      );
    } catch (error) {
      this.#options.logger.error({ err: error }, 'stream key check failed');
      return 'unavailable';
    }
  }

  #publishersOf(channelId: string): WhipPeer[] {
    return [...this.#publishers.values()].filter((peer) => peer.channelId === channelId);
  }

  /**
   * Whether the viewer's channel still exists. A channel that was closed or removed and then created again has a new
   * fanout.
   */
  #canGoOn({ viewer, fanout }: WhepPeer): boolean {
    const channel = this.#options.channels.get(viewer.channelId);
    return channel !== undefined && !channel.ended && channel.fanout === fanout;
  }

  /** Maps an error of the library to `invalid_request`, because the offer caused it. */
  #negotiate(attempt: () => Negotiated): Negotiated {
    try {
      return attempt();
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'offer could not be answered');
      return 'request_invalid';
    }
  }

  #makeRoom({ watchSessionId }: Viewer): void {
    const own = [...this.#viewers.values()].filter(
      ({ viewer }) => viewer.watchSessionId === watchSessionId,
    );
    for (const peer of own.slice(0, own.length - PEERS_PER_WATCH_MAX + 1))
      peer.close('the same viewer opened another session');
  }

  #sweep(): void {
    this.recheck();
    for (const peer of [...this.#viewers.values()]) peer.report();
    for (const peer of [...this.#publishers.values()]) peer.report();
  }
}

import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { OpenRefusal, StreamSink } from '../stream/access-unit.ts';
import type { Clock } from '../stream/clock.ts';
import type { SignalName } from '../stream/signal-rule.ts';
import type { EndCause } from './ended-sessions.ts';
import { type AnsweredMedia, PeerLink } from './peer-link.ts';
import type { Offer } from './session-description.ts';
import type { NativeTrack, WebRtcLibrary } from './webrtc-library.ts';
import { WhipFeed } from './whip-feed.ts';

const TICK_MS = 20;

export interface WhipPeerOptions {
  readonly id: string;
  readonly channelId: string;
  readonly rendition: string;
  readonly signal: SignalName;
  readonly library: WebRtcLibrary;
  readonly offer: Offer;
  readonly video: AnsweredMedia;
  readonly audio: AnsweredMedia | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the peer has connected. Returns a refusal if the channel has got another publisher in the meantime. */
  readonly openSink: () => StreamSink | OpenRefusal;
  /** `cause`: the reason returned at the session's address. */
  readonly onClosed: (cause: EndCause | null) => void;
}

/** Returns the error code for a refused publisher. */
export const refusalCode = (refusal: OpenRefusal): ErrorCode =>
  refusal === 'channels_full' || refusal === 'renditions_full' ? 'unavailable' : 'stream_taken';

/** One publisher by WHIP. */
export class WhipPeer {
  readonly id: string;
  readonly channelId: string;
  readonly rendition: string;
  readonly signal: SignalName;
  readonly answer: string;
  readonly #options: WhipPeerOptions;
  readonly #link: PeerLink;
  #sink: StreamSink | null = null;
  #feed: WhipFeed | null = null;
  #ticking: RepeatedTask | undefined;

  /** @throws if the offer cannot be answered */
  constructor(options: WhipPeerOptions) {
    const { id, library, offer, video, audio, logger, clock, channelId } = options;
    this.id = id;
    this.channelId = channelId;
    this.rendition = options.rendition;
    this.signal = options.signal;
    this.#options = options;
    this.#link = new PeerLink(
      library,
      `whip ${id}`,
      {
        open: () => this.#begin(tracks),
        closing: () => this.#feed?.leave(clock.elapsedMs()),
        closed: (reason, cause) => this.#end(reason, cause),
      },
      logger,
    );
    const tracks = new Map<AnsweredMedia, NativeTrack>();
    try {
      for (const media of offer.media) {
        const wanted = media === video.media ? video : audio;
        if (wanted !== null) tracks.set(wanted, this.#link.addTrack(wanted));
      }
      for (const track of tracks.values())
        this.#link.listen(track, (message) => this.#feed?.take(message, clock.elapsedMs()));
      this.answer = this.#link.answer(offer);
    } catch (error) {
      this.#link.close('the offer could not be answered');
      throw error;
    }
  }

  /** Whether the peer is connected and accepted by the channel. */
  get isPublishing(): boolean {
    return this.#sink !== null;
  }

  close(reason: string): void {
    this.#link.close(reason);
  }

  askKeyFrame(): void {
    this.#feed?.askKeyFrame(this.#options.clock.elapsedMs());
  }

  /** Checks for faults and sends reports. Called once a second. */
  report(): void {
    const nowMs = this.#options.clock.elapsedMs();
    if (this.#feed === null) return;
    const fault = this.#feed.faultAt(nowMs);
    if (fault !== null) this.#link.close(fault, { code: 'stream_rejected', detail: fault });
    else this.#feed.report(nowMs);
  }

  #begin(tracks: ReadonlyMap<AnsweredMedia, NativeTrack>): void {
    const { openSink, video, audio, clock, logger } = this.#options;
    const opened = openSink();
    if (typeof opened === 'string')
      return void this.#link.close(`the channel refused the publisher: ${opened}`, {
        code: refusalCode(opened),
      });
    this.#sink = opened;
    const sendTo = (media: AnsweredMedia | null) => (packet: Buffer) => {
      const track = media === null ? undefined : tracks.get(media);
      if (track !== undefined) this.#link.send(track, packet);
    };
    this.#feed = new WhipFeed(
      {
        sink: this.#sink,
        videoPayloadType: video.codec.payloadType,
        audioPayloadType: audio?.codec.payloadType ?? null,
        tellVideo: sendTo(video),
        tellAudio: sendTo(audio),
      },
      clock.elapsedMs(),
    );
    const tick = (): void => this.#feed?.tick(clock.elapsedMs());
    this.#ticking = every(TICK_MS, () => this.#link.guard(tick), { name: 'whip_tick', logger });
    this.#ticking.start();
  }

  #end(reason: string, cause: EndCause | null): void {
    void this.#ticking?.stop();
    this.#feed = null;
    this.#options.logger.info({ reason, channel: this.channelId }, 'WHIP publisher ended');
    this.#sink?.end();
    this.#sink = null;
    this.#options.onClosed(cause);
  }
}

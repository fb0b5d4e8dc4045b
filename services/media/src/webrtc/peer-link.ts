import type { Logger } from '@sangwian/node-kit/logger';
import { UnsupportedMediaError } from '../codec/media-error.ts';
import type { EndCause } from './ended-sessions.ts';
import {
  finishAnswer,
  type Offer,
  type OfferedCodec,
  type OfferedMedia,
} from './session-description.ts';
import type { NativePeer, NativeTrack, WebRtcLibrary } from './webrtc-library.ts';

/** Connect time-out: twice what slow networks need. */
const CONNECT_MS_MAX = 12_000;

export type Direction = 'SendOnly' | 'RecvOnly' | 'Inactive';

/** The answer for one media section of an offer. */
export interface AnsweredMedia {
  readonly media: OfferedMedia;
  readonly codec: OfferedCodec;
  readonly direction: Direction;
  readonly ssrc: number | null;
}

export interface LinkEvents {
  /** Called when the connection is established. */
  open(): void;
  /** Called before this side closes an open connection: the last packets may be sent now. */
  closing?(): void;
  /** Called once when the link has closed. `cause`: the reason for the peer, if this side ended the session. */
  closed(reason: string, cause: EndCause | null): void;
}

const STREAM_NAME = 'sangwian';

/** A connection with a browser or an encoder. A dead peer is detected by expired consent (RFC 7675). */
export class PeerLink {
  readonly #library: WebRtcLibrary;
  readonly #logger: Logger;
  readonly #events: LinkEvents;
  readonly #peer: NativePeer;
  /** Referenced here because the library closes unreferenced tracks. */
  readonly #tracks: NativeTrack[] = [];
  readonly #deadline: NodeJS.Timeout;
  #isOpen = false;
  #isClosing = false;
  #isClosed = false;

  constructor(library: WebRtcLibrary, name: string, events: LinkEvents, logger: Logger) {
    this.#library = library;
    this.#events = events;
    this.#logger = logger;
    this.#peer = library.connect(name);
    this.#peer.onStateChange((state) => this.#take(state));
    this.#deadline = setTimeout(() => this.close('did not connect'), CONNECT_MS_MAX);
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#isClosed;
  }

  /** Adds a track for a section of the offer. Call it for all sections, in order, before `answer`. */
  addTrack({ media, codec, direction, ssrc }: AnsweredMedia): NativeTrack {
    const { native } = this.#library;
    const section =
      media.kind === 'video'
        ? new native.Video(media.mid, direction)
        : new native.Audio(media.mid, direction);
    if (section instanceof native.Video) section.addH264Codec(codec.payloadType, codec.parameters);
    else section.addOpusCodec(codec.payloadType);
    if (ssrc !== null) section.addSSRC(ssrc, STREAM_NAME, STREAM_NAME, media.kind);
    const track = this.#peer.addTrack(section);
    this.#tracks.push(track);
    return track;
  }

  /** Passes a track's messages to `take`. */
  listen(track: NativeTrack, take: (message: Buffer) => void): void {
    track.onMessage((message) => this.guard(() => take(message)));
  }

  /** Runs a packet handler. An error closes this link. Without this, an uncaught error would end the process. */
  guard(task: () => void): void {
    if (this.#isClosed) return;
    try {
      task();
    } catch (error) {
      const unsupported = error instanceof UnsupportedMediaError;
      if (!unsupported) this.#logger.error({ err: error }, 'peer packet handler failed');
      if (unsupported)
        this.close(error.message, { code: 'stream_rejected', detail: error.message });
      else this.close('packet handling failed');
    }
  }

  /** Returns the answer; throws if the library cannot answer the offer. */
  answer(offer: Offer): string {
    this.#peer.setRemoteDescription(offer.sdp, 'offer');
    this.#peer.setLocalDescription('answer');
    const description = this.#peer.localDescription();
    if (description === null) throw new Error('the offer could not be answered');
    return finishAnswer(description.sdp, this.#library.endpoint);
  }

  /** Sends one packet; one that cannot be sent is lost, as on any network. */
  send(track: NativeTrack, packet: Buffer): boolean {
    if (!this.isOpen) return false;
    try {
      return track.sendMessageBinary(packet);
    } catch (error) {
      this.close(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  close(reason: string, cause: EndCause | null = null): void {
    // If a last packet cannot be sent, the link is closed here a second time.
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (this.#isOpen) this.#events.closing?.();
    this.#isClosed = true;
    clearTimeout(this.#deadline);
    try {
      // An open track keeps its listener, and through it this object, in memory.
      for (const track of this.#tracks) track.close();
      this.#peer.close();
    } catch (error) {
      this.#logger.warn({ err: error }, 'peer close failed');
    }
    this.#events.closed(reason, cause);
  }

  #take(state: string): void {
    if (this.#isClosed) return;
    if (state === 'connected' && !this.#isOpen) {
      this.#isOpen = true;
      clearTimeout(this.#deadline);
      this.#events.open();
    } else if (state === 'failed' || state === 'closed' || state === 'disconnected') {
      this.close(`the connection is ${state}`);
    }
  }
}

import type { Logger } from '@sangwian/node-kit/logger';
import type { Viewer } from '../http/grant-checker.ts';
import { DeliveryWatch } from './delivery-watch.ts';
import type { EndCause } from './ended-sessions.ts';
import { type AnsweredMedia, PeerLink } from './peer-link.ts';
import { type RtcpMessage, readRtcp, writeSenderReport } from './rtcp.ts';
import type { RtpFanout, StreamPacket, StreamReader } from './rtp-fanout.ts';
import { isRtcp, RTP_HEAD_BYTES, setPayloadType, setTimestamp } from './rtp-packet.ts';
import type { Offer } from './session-description.ts';
import type { NativeTrack, WebRtcLibrary } from './webrtc-library.ts';

/** Packets of the buffered GOP per burst. A burst fits into a socket's buffer. */
const BURST_PACKETS = 48;
const BURST_EVERY_MS = 2;
/** Delay before the first packet, because the peer derives its SRTP keys slightly later than the server. */
const SETTLE_MS = 15;
/** Minimum interval between two transmissions of the buffered GOP to one viewer. */
const AGAIN_MS_MIN = 500;
/** Spacing of the buffered frames in ticks, so that a player shows the newest at once. */
const HURRIED_TICKS = 90;
/** SRTP's replay window: the library closes a connection that resends an older packet (RFC 3711, 3.3.2). */
const AGAIN_PACKETS_MAX = 1_000;
/** Maximum retransmitted packets per viewer and second. */
const REPEATS_PER_S_MAX = 600;
const STREAM_NAME = 'sangwian';

export interface WhepPeerOptions {
  readonly id: string;
  readonly viewer: Viewer;
  readonly fanout: RtpFanout;
  readonly library: WebRtcLibrary;
  readonly offer: Offer;
  readonly video: AnsweredMedia;
  /** `null`: the offer has no audio. */
  readonly audio: AnsweredMedia | null;
  readonly logger: Logger;
  /** `cause`: the reason that the session's URL returns. */
  readonly onClosed: (cause: EndCause | null) => void;
  /** Requests a key frame for a viewer with heavy losses. Returns `false` if the publisher accepts no requests. */
  readonly askKeyFrame: () => boolean;
}

type Phase = 'connecting' | 'waiting' | 'catching-up' | 'live';

/** One viewer by WHEP. */
export class WhepPeer implements StreamReader {
  readonly id: string;
  readonly viewer: Viewer;
  readonly answer: string;
  readonly #options: WhepPeerOptions;
  readonly #link: PeerLink;
  readonly #videoTrack: NativeTrack;
  readonly #audioTrack: NativeTrack | null;
  #phase: Phase = 'connecting';
  #burst: NodeJS.Timeout | undefined;
  /** Number of the frame that is shown at once. Earlier frames get timestamps shortly before it. */
  #hurriedTo: { readonly picture: number; readonly timestamp: number } | null = null;
  #videoSent = { packets: 0, bytes: 0 };
  #audioSent = { packets: 0, bytes: 0 };
  #repeats = 0;
  #resentMs = 0;
  readonly #delivery = new DeliveryWatch();

  /** @throws if the offer cannot be answered */
  constructor(options: WhepPeerOptions) {
    const { id, viewer, library, offer, video, audio, logger, fanout } = options;
    this.id = id;
    this.viewer = viewer;
    this.#options = options;
    this.#link = new PeerLink(
      library,
      `whep ${id}`,
      {
        open: () => {
          this.#burst = setTimeout(() => this.#begin(), SETTLE_MS);
        },
        closed: (reason, cause) => {
          logger.debug({ reason }, 'WebRTC viewer left');
          clearTimeout(this.#burst);
          fanout.leave(this);
          options.onClosed(cause);
        },
      },
      logger,
    );
    try {
      const tracks = offer.media.map((media) => {
        const wanted = media === video.media ? video : media === audio?.media ? audio : null;
        return wanted === null ? null : this.#link.addTrack(wanted);
      });
      this.#videoTrack = this.#trackOf(tracks, offer, video) as NativeTrack;
      this.#audioTrack = audio === null ? null : this.#trackOf(tracks, offer, audio);
      this.#link.listen(this.#videoTrack, (message) => this.#listen(message));
      this.answer = this.#link.answer(offer);
    } catch (error) {
      this.#link.close('the offer could not be answered');
      throw error;
    }
  }

  get fanout(): RtpFanout {
    return this.#options.fanout;
  }

  get watchSessionId(): string {
    return this.viewer.watchSessionId;
  }

  close(reason: string, cause: EndCause | null = null): void {
    this.#link.close(reason, cause);
  }

  picture(packets: readonly StreamPacket[], key: boolean): void {
    if (this.#phase === 'waiting' && key) this.#phase = 'live';
    if (this.#phase === 'live') for (const packet of packets) this.#sendPicture(packet);
  }

  sound(packet: Buffer): void {
    const { audio } = this.#options;
    if (this.#audioTrack === null || audio?.direction !== 'SendOnly') return;
    if (this.#phase !== 'live') return;
    setPayloadType(packet, audio.codec.payloadType);
    if (!this.#link.send(this.#audioTrack, packet)) return;
    this.#audioSent.packets += 1;
    this.#audioSent.bytes += packet.length - RTP_HEAD_BYTES;
  }

  refused(): void {
    this.close('the stream has reordered pictures', { code: 'realtime_unavailable' });
  }

  /** Sends the viewer the sender reports that synchronize video and audio. Called once a second. */
  report(): void {
    this.#repeats = 0;
    if (this.#phase !== 'live') return;
    const { fanout } = this.#options;
    const { wallMs, videoTimestamp, audioTimestamp } = fanout.moment;
    const common = { name: STREAM_NAME, wallMs };
    const { videoSsrc, audioSsrc } = fanout;
    this.#link.send(
      this.#videoTrack,
      writeSenderReport({
        ...common,
        ssrc: videoSsrc,
        timestamp: videoTimestamp,
        ...this.#videoSent,
      }),
    );
    if (this.#audioTrack === null || this.#audioSent.packets === 0) return;
    this.#link.send(
      this.#audioTrack,
      writeSenderReport({
        ...common,
        ssrc: audioSsrc,
        timestamp: audioTimestamp,
        ...this.#audioSent,
      }),
    );
  }

  #trackOf(tracks: readonly (NativeTrack | null)[], offer: Offer, of: AnsweredMedia): NativeTrack {
    const track = tracks[offer.media.indexOf(of.media)];
    if (track === undefined || track === null) throw new Error('a section of the offer is missing');
    return track;
  }

  /** Begins with the buffered key frame or, if there is none, with the next one. */
  #begin(): void {
    const { fanout, askKeyFrame } = this.#options;
    const { group } = fanout;
    this.#delivery.begin(performance.now());
    fanout.join(this);
    const last = group?.at(-1);
    if (group === null || last === undefined) {
      this.#phase = 'waiting';
      askKeyFrame();
      return;
    }
    this.#phase = 'catching-up';
    this.#hurriedTo = { picture: last.picture, timestamp: last.timestamp };
    this.#catchUp(group, 0);
  }

  /** Sends the buffered GOP in bursts. The GOP may grow in the meantime. If a new GOP begins, sending starts over. */
  #catchUp(group: readonly StreamPacket[], from: number): void {
    const { fanout } = this.#options;
    if (fanout.group !== group) {
      if (fanout.group === null) this.#phase = 'waiting';
      else this.#catchUp(fanout.group, 0);
      return;
    }
    const to = Math.min(group.length, from + BURST_PACKETS);
    for (const packet of group.slice(from, to)) this.#sendPicture(packet);
    if (to < group.length) this.#burst = setTimeout(() => this.#catchUp(group, to), BURST_EVERY_MS);
    else this.#phase = 'live';
  }

  #sendPicture(packet: StreamPacket): void {
    const { bytes } = packet;
    const hurried = this.#hurriedTo;
    setPayloadType(bytes, this.#options.video.codec.payloadType);
    // All viewers share the buffer. The library copies it before the header is changed for the next viewer.
    const hurry = hurried !== null && packet.picture < hurried.picture;
    if (hurry) {
      const ahead = (hurried.picture - packet.picture) * HURRIED_TICKS;
      setTimestamp(bytes, hurried.timestamp - ahead);
    }
    const sent = this.#link.send(this.#videoTrack, bytes);
    if (hurry) setTimestamp(bytes, packet.timestamp);
    if (!sent) return;
    this.#delivery.sent(packet.sequence);
    this.#videoSent.packets += 1;
    this.#videoSent.bytes += bytes.length - RTP_HEAD_BYTES;
  }

  /** Handles the viewer's RTCP messages. */
  #listen(message: Buffer): void {
    if (!isRtcp(message)) return;
    for (const report of readRtcp(message)) {
      if (report.type === 'nack') this.#repeat(report.sequences);
      else if (report.type === 'receiver_report') this.#judgeLink(report);
      else if (report.type === 'key_frame_request' && !this.#options.askKeyFrame()) this.#resend();
    }
  }

  /** Closes the session if the link cannot carry the stream. The viewer then falls back to LL-HLS. */
  #judgeLink({ blocks }: Extract<RtcpMessage, { type: 'receiver_report' }>): void {
    const block = blocks.find(({ ssrc }) => ssrc === this.#options.fanout.videoSsrc);
    if (block !== undefined && this.#delivery.take(block, performance.now()))
      this.close('the link is too thin for the stream', { code: 'realtime_link_thin' });
  }

  /**
   * Resends the buffered GOP to a viewer that lost the key frame, because RTMP encoders accept no key frame requests.
   * If the GOP is too long, the viewer waits for the next key frame.
   */
  #resend(): void {
    const { group } = this.#options.fanout;
    const nowMs = performance.now();
    if (group === null || group.length > AGAIN_PACKETS_MAX || this.#phase !== 'live') return;
    if (nowMs - this.#resentMs < AGAIN_MS_MIN) return;
    this.#resentMs = nowMs;
    this.#phase = 'catching-up';
    this.#catchUp(group, 0);
  }

  #repeat(sequences: readonly number[]): void {
    for (const sequence of sequences) {
      if (this.#repeats >= REPEATS_PER_S_MAX) return;
      const packet = this.#options.fanout.find(sequence);
      if (packet === undefined) continue;
      this.#repeats += 1;
      this.#sendPicture(packet);
    }
  }
}

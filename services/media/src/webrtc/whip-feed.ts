import { randomInt } from 'node:crypto';
import { readAvcPicture } from '../codec/avc-picture.ts';
import { KeyFrameRules } from '../codec/key-frame-rules.ts';
import {
  isPictureData,
  joinNals,
  NAL_LENGTH_BYTES,
  NAL_TYPE,
  nalType,
} from '../codec/nal-units.ts';
import { OPUS_RATE_HZ, readOpusSamples, writeOpusRecord } from '../codec/opus.ts';
import { ParameterSets } from '../codec/parameter-sets.ts';
import type { StreamSink } from '../stream/access-unit.ts';
import { H264Depacketizer } from './h264-depacketizer.ts';
import { type Ordered, ReorderBuffer } from './reorder-buffer.ts';
import {
  readRtcp,
  writeGoodbye,
  writeKeyFrameRequest,
  writeNack,
  writeReceiverReport,
} from './rtcp.ts';
import { isRtcp, type RtpFacts, readRtp, wrap32 } from './rtp-packet.ts';
import { WhipTimeline } from './whip-timeline.ts';

/** Maximum bit rate announced to publishers; enough for 1080p. */
const BITRATE_BPS_MAX = 8_000_000;
/** Interval of key frame requests; bounds the wait of new viewers and the length of segments. */
const KEY_FRAME_EVERY_MS = 1_000;
/** Minimum interval of key frame requests when frames are lost. */
const KEY_FRAME_APART_MS_MIN = 300;
/** Opus in WebRTC is always declared as two channels (RFC 7587, 7). */
const CHANNELS = 2;
const SSRC_MAX = 0xffff_ffff;
/** A publisher that sends nothing for this long is disconnected, so that its key can be used again. */
const SILENCE_MS_MAX = 15_000;
/** As for RTMP (`pictureSilenceMsMax`): audio alone cannot be watched. */
const PICTURE_SILENCE_MS_MAX = 10_000;

export interface WhipFeedOptions {
  readonly sink: StreamSink;
  readonly videoPayloadType: number;
  /** `null`: the publisher sends no audio. */
  readonly audioPayloadType: number | null;
  /** Sends RTCP to the publisher. */
  readonly tellVideo: (packet: Buffer) => void;
  readonly tellAudio: (packet: Buffer) => void;
}

/** The latest sender report of a track. */
interface Reported {
  ntpMiddle: number;
  atMs: number;
}

/** Packet counts at the previous report. */
interface Reception {
  expected: number;
  received: number;
}

/** Turns a WebRTC publisher's packets into configurations and units for its sink. Times are elapsed milliseconds. */
export class WhipFeed {
  readonly #options: WhipFeedOptions;
  readonly #ownSsrc = randomInt(1, SSRC_MAX);
  readonly #timeline = new WhipTimeline();
  readonly #pictures = new H264Depacketizer();
  readonly #keyFrames = new KeyFrameRules();
  readonly #videoOrder = new ReorderBuffer();
  readonly #audioOrder = new ReorderBuffer();
  readonly #reported: { video: Reported | null; audio: Reported | null } = {
    video: null,
    audio: null,
  };
  readonly #before: { video: Reception; audio: Reception } = {
    video: { expected: 0, received: 0 },
    audio: { expected: 0, received: 0 },
  };
  #videoSsrc: number | null = null;
  #audioSsrc: number | null = null;
  #openTimestamp: number | null = null;
  /** After a loss, frames are dropped until a key frame, because they refer to lost frames. */
  #awaitsKey = true;
  readonly #parameterSets = new ParameterSets();
  #frameSamples = 0;
  #askedKeyAtMs = Number.NEGATIVE_INFINITY;
  #lastPacketMs: number;
  /** When the newest frame was passed on. */
  #lastPictureMs: number;

  constructor(options: WhipFeedOptions, nowMs: number) {
    this.#options = options;
    this.#lastPacketMs = nowMs;
    this.#lastPictureMs = nowMs;
  }

  /** Returns why the publisher must be disconnected: it sends nothing, or only audio; `null` if it may stay. */
  faultAt(nowMs: number): string | null {
    if (nowMs - this.#lastPacketMs > SILENCE_MS_MAX) return 'no packets for 15 s';
    const isSoundAlone = this.#lastPacketMs - this.#lastPictureMs >= PICTURE_SILENCE_MS_MAX;
    return isSoundAlone ? 'no picture for 10 s: sound alone cannot be watched' : null;
  }

  /** Processes one packet. Its payload type identifies the track. */
  take(message: Buffer, nowMs: number): void {
    if (isRtcp(message)) {
      this.#takeReports(message, nowMs);
      return;
    }
    const packet = readRtp(message);
    if (packet?.payloadType === this.#options.videoPayloadType) this.#takeVideo(packet, nowMs);
    else if (packet?.payloadType === this.#options.audioPayloadType) this.#takeAudio(packet, nowMs);
  }

  #takeVideo(packet: RtpFacts, nowMs: number): void {
    if (this.#videoSsrc !== packet.ssrc) {
      this.#videoSsrc = packet.ssrc;
      this.askKeyFrame(nowMs);
    }
    this.#lastPacketMs = nowMs;
    this.#videoOrder.push(packet);
    this.#drainVideo(nowMs);
  }

  #takeAudio(packet: RtpFacts, nowMs: number): void {
    this.#audioSsrc = packet.ssrc;
    this.#lastPacketMs = nowMs;
    this.#audioOrder.push(packet);
    this.#drainAudio(nowMs);
  }

  /** Requests missing packets and due key frames; called about every 20 ms. */
  tick(nowMs: number): void {
    this.#drainVideo(nowMs);
    this.#drainAudio(nowMs);
    if (nowMs - this.#askedKeyAtMs >= KEY_FRAME_EVERY_MS) this.askKeyFrame(nowMs);
  }

  askKeyFrame(nowMs: number): void {
    if (this.#videoSsrc === null || nowMs - this.#askedKeyAtMs < KEY_FRAME_APART_MS_MIN) return;
    this.#askedKeyAtMs = nowMs;
    this.#options.tellVideo(writeKeyFrameRequest(this.#ownSsrc, this.#videoSsrc));
  }

  /** Sends receiver reports to the publisher; called once a second. */
  report(nowMs: number): void {
    const { tellVideo, tellAudio } = this.#options;
    if (this.#videoSsrc !== null)
      tellVideo(this.#reportOf('video', this.#videoSsrc, this.#videoOrder, nowMs));
    if (this.#audioSsrc !== null)
      tellAudio(this.#reportOf('audio', this.#audioSsrc, this.#audioOrder, nowMs));
  }

  /** Sends a last report and a goodbye to the publisher. */
  leave(nowMs: number): void {
    if (this.#videoSsrc === null) return;
    const report = this.#reportOf('video', this.#videoSsrc, this.#videoOrder, nowMs);
    this.#options.tellVideo(Buffer.concat([report, writeGoodbye(this.#ownSsrc)]));
  }

  #reportOf(track: 'video' | 'audio', ssrc: number, order: ReorderBuffer, nowMs: number): Buffer {
    const { expected, received, highest } = order.reception;
    const before = this.#before[track];
    const due = Math.max(0, expected - before.expected);
    const lost = Math.max(0, due - Math.max(0, received - before.received));
    this.#before[track] = { expected, received };
    const reported = this.#reported[track];
    return writeReceiverReport({
      ownSsrc: this.#ownSsrc,
      ssrc,
      fractionLost: due === 0 ? 0 : Math.min(255, Math.floor((lost * 256) / due)),
      lost: Math.max(0, expected - received),
      highestSequence: wrap32(highest),
      jitter: 0,
      lastReportMiddle: reported?.ntpMiddle ?? 0,
      sinceLastReportMs: reported === null ? 0 : nowMs - reported.atMs,
      bitrateBps: BITRATE_BPS_MAX,
    });
  }

  #takeReports(message: Buffer, nowMs: number): void {
    for (const report of readRtcp(message)) {
      if (report.type !== 'sender_report') continue;
      const track = report.ssrc === this.#audioSsrc ? 'audio' : 'video';
      this.#reported[track] = { ntpMiddle: report.ntpMiddle, atMs: nowMs };
      this.#timeline.report(track, report.timestamp, report.ntpMs);
    }
  }

  #drainVideo(nowMs: number): void {
    for (const ordered of this.#videoOrder.take(nowMs)) this.#takeInOrder(ordered, nowMs);
    const missing = this.#videoOrder.missing(nowMs);
    if (missing.length > 0 && this.#videoSsrc !== null)
      this.#options.tellVideo(writeNack(this.#ownSsrc, this.#videoSsrc, missing));
  }

  #takeInOrder({ packet, afterLoss }: Ordered, nowMs: number): void {
    if (afterLoss) {
      this.#pictures.breakPicture();
      this.#awaitsKey = true;
      this.askKeyFrame(nowMs);
    }
    // Bandwidth probes have no payload.
    if (packet.payload.length === 0) return;
    if (this.#openTimestamp !== null && packet.timestamp !== this.#openTimestamp)
      this.#finishPicture(this.#openTimestamp, nowMs);
    this.#openTimestamp = packet.timestamp;
    this.#pictures.take(packet.payload);
    if (packet.marker) this.#finishPicture(packet.timestamp, nowMs);
  }

  #finishPicture(timestamp: number, nowMs: number): void {
    this.#openTimestamp = null;
    const nals = this.#pictures.finish();
    if (nals === null) {
      this.#awaitsKey = true;
      return void this.askKeyFrame(nowMs);
    }
    this.#parameterSets.take(nals);
    const picture = nals.filter(isPictureData);
    if (picture.length === 0) return;
    const key = picture.some((nal) => nalType(nal) === NAL_TYPE.idr);
    if (key) this.#configure();
    if (!this.#parameterSets.isComplete || (this.#awaitsKey && !key))
      return void this.askKeyFrame(nowMs);
    this.#awaitsKey = false;
    const pts = this.#timeline.video(timestamp, nowMs);
    const data = joinNals(picture);
    this.#keyFrames.take(pts, readAvcPicture(data, NAL_LENGTH_BYTES));
    this.#lastPictureMs = nowMs;
    this.#options.sink.video({ dts: pts, pts, key, data });
  }

  /** Passes changed parameter sets to the sink. */
  #configure(): void {
    const record = this.#parameterSets.takeChanged();
    if (record !== null) this.#options.sink.videoConfig({ codec: 'h264', record });
  }

  #drainAudio(nowMs: number): void {
    for (const { packet } of this.#audioOrder.take(nowMs)) this.#takeSound(packet, nowMs);
  }

  #takeSound({ payload, timestamp }: RtpFacts, nowMs: number): void {
    const frameSamples = readOpusSamples(payload);
    if (frameSamples === null) return;
    if (frameSamples !== this.#frameSamples) {
      this.#frameSamples = frameSamples;
      this.#options.sink.audioConfig({
        codec: 'opus',
        record: writeOpusRecord(CHANNELS),
        format: { codec: 'opus', sampleRateHz: OPUS_RATE_HZ, channels: CHANNELS, frameSamples },
      });
    }
    const pts = this.#timeline.audio(timestamp, nowMs);
    // Copies the parameter set, because a view would keep the whole packet in memory. Frames are copied when they are
    // joined.
    this.#options.sink.audio({ pts, data: Buffer.from(payload) });
  }
}

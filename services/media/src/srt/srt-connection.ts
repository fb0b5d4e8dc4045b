import { PacketOrder } from './packet-order.ts';
import type { PayloadCipher } from './payload-cipher.ts';
import {
  CONTROL,
  type ControlFields,
  type ControlPacket,
  type DataPacket,
  readDropRequest,
  type SequenceRange,
  writeControl,
  writeLossList,
} from './srt-packet.ts';

/** Interval of `tick`, and of acknowledgements while data arrives (draft-sharabayko-srt-01, 4.8.1). */
export const TICK_MS = 10;
const KEEP_ALIVE_MS = 1_000;
/** A peer that sends nothing for this long is gone. Callers send keep-alive packets every second. */
const SILENCE_MS_MAX = 5_000;
const RTT_US_FIRST = 100_000;
const RTT_SPREAD_US_FIRST = 50_000;
/** Shortest interval of repeated loss reports. */
const REPEAT_MS_MIN = 20;
/** Unanswered acknowledgements that are remembered for the round-trip time. */
const OPEN_ACKS_MAX = 64;
/** Ranges in one loss report: as many as fit into a datagram. */
const RANGES_MAX = 150;
/** Subtypes of user-defined packets that exchange keys. */
const KEY_MESSAGE = { request: 3, response: 4 } as const;

export interface SrtConnectionOptions {
  readonly peerSocketId: number;
  readonly initialSequence: number;
  /** Milliseconds for which a lost packet is awaited. */
  readonly latencyMs: number;
  /** `null`: the stream is not encrypted. */
  readonly cipher: PayloadCipher | null;
  readonly send: (datagram: Buffer) => void;
  /** Receives the payloads in order, and `null` where packets were lost. */
  readonly onPayload: (payload: Buffer | null) => void;
  /** Called once when the peer has ended the connection or has become silent. */
  readonly onClosed: (reason: string) => void;
  readonly nowMs: number;
}

/** The receiver of one caller's data: acknowledges packets and requests lost ones again. Times are elapsed milliseconds. */
export class SrtConnection {
  readonly #options: SrtConnectionOptions;
  readonly #order: PacketOrder;
  readonly #beganMs: number;
  #heardMs: number;
  #spokeMs: number;
  #acknowledged: number;
  #repeatAck = false;
  #ackNumber = 0;
  /** When the acknowledgements without a response were sent, by number. */
  readonly #openAcks = new Map<number, number>();
  #rttUs = RTT_US_FIRST;
  #rttSpreadUs = RTT_SPREAD_US_FIRST;
  #isClosed = false;
  /** Payloads that arrived, and packets that never did. */
  readonly counts = { packets: 0, lost: 0, repeated: 0 };

  constructor(options: SrtConnectionOptions) {
    this.#options = options;
    this.#order = new PacketOrder(options.initialSequence, options.latencyMs);
    this.#acknowledged = options.initialSequence;
    this.#beganMs = options.nowMs;
    this.#heardMs = options.nowMs;
    this.#spokeMs = options.nowMs;
  }

  take(packet: DataPacket | ControlPacket, nowMs: number): void {
    if (this.#isClosed) return;
    this.#heardMs = nowMs;
    if (packet.kind === 'data') this.#takeData(packet, nowMs);
    else this.#takeControl(packet, nowMs);
  }

  /** Sends what is due, and passes on packets whose lost predecessors are given up. Called every `TICK_MS`. */
  tick(nowMs: number): void {
    if (this.#isClosed) return;
    if (nowMs - this.#heardMs > SILENCE_MS_MAX) {
      this.#end('the encoder has become silent');
      return;
    }
    this.#passOn(nowMs);
    this.#acknowledge(nowMs);
    const repeatMs = Math.max((this.#rttUs + 4 * this.#rttSpreadUs) / 2_000, REPEAT_MS_MIN);
    this.#requestAgain(this.#order.takeOverdue(repeatMs, nowMs), nowMs);
    if (nowMs - this.#spokeMs >= KEEP_ALIVE_MS) this.#send({ type: CONTROL.keepAlive }, nowMs);
  }

  /** Tells the peer that the connection ends. */
  close(nowMs: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#send({ type: CONTROL.shutdown }, nowMs);
  }

  #takeData({ sequence, encryption, payload }: DataPacket, nowMs: number): void {
    const plain = this.#decrypt(sequence, encryption, payload);
    if (plain === null) return;
    const found = this.#order.push(sequence, plain, nowMs);
    if (found === 'outside') return;
    if (found === 'known') {
      this.counts.repeated += 1;
      // The peer may not have received the acknowledgement.
      this.#repeatAck = true;
      return;
    }
    this.counts.packets += 1;
    if (found !== null) this.#requestAgain([found], nowMs);
    this.#passOn(nowMs);
  }

  #decrypt(sequence: number, encryption: number, payload: Buffer): Buffer | null {
    const { cipher } = this.#options;
    if (cipher === null) return encryption === 0 ? payload : null;
    return cipher.decrypt(sequence, encryption, payload);
  }

  /** Passes on the payloads whose turn it is at `orderMs`. */
  #passOn(orderMs: number): void {
    for (const payload of this.#order.take(orderMs)) {
      if (this.#isClosed) return;
      if (payload === null) this.counts.lost += 1;
      this.#options.onPayload(payload);
    }
  }

  #takeControl(packet: ControlPacket, nowMs: number): void {
    switch (packet.type) {
      case CONTROL.shutdown:
        this.#passOn(Number.POSITIVE_INFINITY);
        this.#end('the encoder ended its stream');
        return;
      case CONTROL.ackAck:
        this.#measure(packet.info, nowMs);
        return;
      case CONTROL.dropRequest: {
        const range = readDropRequest(packet.content);
        if (range !== null) this.#order.drop(range);
        this.#passOn(nowMs);
        return;
      }
      case CONTROL.user:
        if (packet.subtype === KEY_MESSAGE.request) this.#renewKeys(packet.content, nowMs);
        return;
      default:
    }
  }

  /** Confirms new keys by returning their message. An invalid message gets no response, so the peer sends it again. */
  #renewKeys(message: Buffer, nowMs: number): void {
    if (this.#options.cipher?.renew(message) !== true) return;
    this.#send({ type: CONTROL.user, subtype: KEY_MESSAGE.response, content: message }, nowMs);
  }

  #measure(ackNumber: number, nowMs: number): void {
    const sentMs = this.#openAcks.get(ackNumber);
    if (sentMs === undefined) return;
    this.#openAcks.delete(ackNumber);
    const sampleUs = (nowMs - sentMs) * 1_000;
    this.#rttSpreadUs = (3 * this.#rttSpreadUs + Math.abs(this.#rttUs - sampleUs)) / 4;
    this.#rttUs = (7 * this.#rttUs + sampleUs) / 8;
  }

  #acknowledge(nowMs: number): void {
    const { acknowledged, freePackets } = this.#order;
    if (acknowledged === this.#acknowledged && !this.#repeatAck) return;
    this.#acknowledged = acknowledged;
    this.#repeatAck = false;
    this.#ackNumber += 1;
    this.#openAcks.set(this.#ackNumber, nowMs);
    const [oldest] = this.#openAcks.keys();
    if (this.#openAcks.size > OPEN_ACKS_MAX && oldest !== undefined) this.#openAcks.delete(oldest);
    const content = Buffer.alloc(16);
    content.writeUInt32BE(acknowledged, 0);
    content.writeUInt32BE(Math.round(this.#rttUs), 4);
    content.writeUInt32BE(Math.round(this.#rttSpreadUs), 8);
    content.writeUInt32BE(freePackets, 12);
    this.#send({ type: CONTROL.ack, info: this.#ackNumber, content }, nowMs);
  }

  #requestAgain(ranges: readonly SequenceRange[], nowMs: number): void {
    if (ranges.length === 0) return;
    const content = writeLossList(ranges.slice(0, RANGES_MAX));
    this.#send({ type: CONTROL.nak, content }, nowMs);
  }

  #send(fields: Omit<ControlFields, 'timestampUs' | 'socketId'>, nowMs: number): void {
    this.#spokeMs = nowMs;
    const timestampUs = Math.round((nowMs - this.#beganMs) * 1_000);
    this.#options.send(
      writeControl({ ...fields, timestampUs, socketId: this.#options.peerSocketId }),
    );
  }

  #end(reason: string): void {
    this.#isClosed = true;
    this.#options.onClosed(reason);
  }
}

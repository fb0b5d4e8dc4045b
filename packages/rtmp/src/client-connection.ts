import type { Socket } from 'node:net';
import { Acknowledger } from './acknowledger.ts';
import { type AmfObject, type AmfValue, isAmfObject } from './amf0-value.ts';
import { ByteInput } from './byte-input.ts';
import { ChunkReader } from './chunk-reader.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { type RtmpCommand, readCommand, writeCommand } from './command.ts';
import { answerPing, CONTROL_CHUNK_STREAM_ID, setChunkSize } from './control.ts';
import { offerHandshake } from './handshake.ts';
import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';
import { RtmpClosedError } from './protocol-error.ts';

const COMMAND_CHUNK_STREAM_ID = 3;
/** Chunk size, the same as in OBS: small enough that audio never waits long for a key frame. */
const CHUNK_BYTES = 4_096;
/** Maximum message size. A server only sends responses to commands, which are short. */
const READER_LIMITS = { messageBytesMax: 65_536, bufferedBytesMax: 262_144, chunkStreamsMax: 64 };

/** A refusal by the server, with its code (such as `NetStream.Publish.BadName`) and description. */
export class RtmpRefusedError extends Error {
  override name = 'RtmpRefusedError';
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
  }
}

interface Waiting {
  resolve(answer: RtmpCommand): void;
  reject(error: Error): void;
}

/** Reason for the end of a connection; `null` if the server closed it normally. */
export type ConnectionEnd = Error | null;

/** The client side of a connection: sends commands and waits for their results, and sends the messages of a stream. */
export class ClientConnection {
  readonly ended: Promise<ConnectionEnd>;
  readonly #socket: Socket;
  readonly #input: ByteInput;
  readonly #writer = new ChunkWriter();
  readonly #reader = new ChunkReader(READER_LIMITS);
  readonly #acknowledger = new Acknowledger();
  readonly #answers = new Map<number, Waiting>();
  #status: Waiting | null = null;
  #refusal: RtmpRefusedError | null = null;
  #lastTransactionId = 0;
  readonly #reportEnd: (end: ConnectionEnd) => void;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#input = new ByteInput(socket);
    const ended = Promise.withResolvers<ConnectionEnd>();
    this.ended = ended.promise;
    this.#reportEnd = ended.resolve;
  }

  /** Completes the handshake and starts receiving. */
  async open(): Promise<void> {
    await offerHandshake(this.#input, (bytes) => this.#socket.write(bytes), Date.now());
    this.send(CONTROL_CHUNK_STREAM_ID, setChunkSize(CHUNK_BYTES));
    void this.#listen();
  }

  /** Queues a message; returns `false` if the socket is above its high-water mark. */
  send(chunkStreamId: number, message: RtmpMessage): boolean {
    if (this.#socket.destroyed || this.#socket.writableEnded) return false;
    return this.#socket.write(this.#writer.write(chunkStreamId, message));
  }

  /** Sends a command without waiting for a result. */
  sendCommand(streamId: number, name: string, ...args: readonly AmfValue[]): void {
    this.#lastTransactionId += 1;
    const command = writeCommand(streamId, name, this.#lastTransactionId, null, ...args);
    this.send(COMMAND_CHUNK_STREAM_ID, command);
  }

  /** Sends a command and waits for its `_result`. Throws `RtmpRefusedError` on `_error`. */
  call(name: string, object: AmfObject | null): Promise<RtmpCommand> {
    this.#lastTransactionId += 1;
    const answer = Promise.withResolvers<RtmpCommand>();
    this.#answers.set(this.#lastTransactionId, answer);
    this.send(COMMAND_CHUNK_STREAM_ID, writeCommand(0, name, this.#lastTransactionId, object));
    return answer.promise;
  }

  /** Sends `publish` and waits for its first `onStatus`. Throws `RtmpRefusedError` if the status is an error. */
  async publish(streamId: number, streamKey: string): Promise<void> {
    const status = Promise.withResolvers<RtmpCommand>();
    this.#status = status;
    this.sendCommand(streamId, 'publish', streamKey, 'live');
    await status.promise;
  }

  async #listen(): Promise<void> {
    let end: ConnectionEnd = null;
    try {
      for await (const bytes of this.#input.rest()) {
        for (const message of this.#reader.read(bytes)) this.#receive(message);
        const acknowledgement = this.#acknowledger.due(this.#reader.bytesRead);
        if (acknowledgement !== null) this.send(CONTROL_CHUNK_STREAM_ID, acknowledgement);
      }
    } catch (error) {
      end = error instanceof Error ? error : new Error(String(error));
    }
    this.#socket.destroy();
    const reason = this.#refusal ?? end;
    const failure = reason ?? new RtmpClosedError('the server closed the connection');
    for (const waiting of this.#answers.values()) waiting.reject(failure);
    this.#answers.clear();
    this.#status?.reject(failure);
    this.#reportEnd(reason);
  }

  #receive(message: RtmpMessage): void {
    this.#acknowledger.notice(message);
    const pong = answerPing(message);
    if (pong !== null) this.send(CONTROL_CHUNK_STREAM_ID, pong);
    if (message.typeId !== MESSAGE_TYPE.commandAmf0 && message.typeId !== MESSAGE_TYPE.commandAmf3)
      return;
    const command = readCommand(message);
    if (command.name === 'onStatus') this.#takeStatus(command);
    else this.#takeAnswer(command);
  }

  #takeStatus(status: RtmpCommand): void {
    const refusal = refusalOf(status);
    this.#refusal ??= refusal;
    if (refusal === null) this.#status?.resolve(status);
    else this.#status?.reject(refusal);
    this.#status = null;
  }

  #takeAnswer(answer: RtmpCommand): void {
    const waiting = this.#answers.get(answer.transactionId);
    if (waiting === undefined) return;
    this.#answers.delete(answer.transactionId);
    if (answer.name !== '_error') waiting.resolve(answer);
    else waiting.reject(refusalOf(answer) ?? new RtmpRefusedError('unknown', 'refused'));
  }
}

function refusalOf({ name, args }: RtmpCommand): RtmpRefusedError | null {
  const information = args[0];
  if (!isAmfObject(information)) return null;
  if (name !== '_error' && information.level !== 'error') return null;
  return new RtmpRefusedError(String(information.code), String(information.description ?? ''));
}

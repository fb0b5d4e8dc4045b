import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AmfObject, type AmfValue, isAmfObject } from '@sangwian/rtmp/amf0-value';
import { ByteInput } from '@sangwian/rtmp/byte-input';
import { ChunkReader } from '@sangwian/rtmp/chunk-reader';
import { ChunkWriter } from '@sangwian/rtmp/chunk-writer';
import { type RtmpCommand, readCommand, writeCommand } from '@sangwian/rtmp/command';
import { offerHandshake } from '@sangwian/rtmp/handshake';
import { MESSAGE_TYPE, type RtmpMessage } from '@sangwian/rtmp/message';

const LIMITS = { messageBytesMax: 65_536, bufferedBytesMax: 262_144, chunkStreamsMax: 16 };

/** A peer that a test controls completely, including protocol violations. */
export class RawPeer {
  readonly socket: Socket;
  /** Resolves when the connection is closed. */
  readonly gone: Promise<void>;
  readonly #writer = new ChunkWriter();
  readonly #input: ByteInput;
  #messages: AsyncIterator<RtmpMessage> | null = null;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    socket.on('close', () => resolve());
    this.#input = new ByteInput(socket);
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<RawPeer> {
    const socket = connect({ host, port, noDelay: true });
    const peer = new RawPeer(socket);
    await once(socket, 'connect');
    return peer;
  }

  /** Discards all further input, so that the end of the connection is detected. */
  ignoreAnswers(): this {
    const discard = async (): Promise<void> => {
      for await (const _ of this.#input.rest());
    };
    discard().catch(() => {});
    return this;
  }

  async shakeHands(): Promise<this> {
    await offerHandshake(this.#input, (bytes) => this.socket.write(bytes), 0);
    return this;
  }

  send(chunkStreamId: number, message: RtmpMessage): void {
    this.socket.write(this.#writer.write(chunkStreamId, message));
  }

  command(streamId: number, name: string, object: AmfObject | null, ...args: AmfValue[]): void {
    this.send(3, writeCommand(streamId, name, 1, object, ...args));
  }

  /** Sends every command before media without waiting for answers. */
  askToPublish(key: string): void {
    this.command(0, 'connect', { app: 'live', tcUrl: 'rtmp://127.0.0.1/live' });
    this.command(0, 'createStream', null);
    this.command(1, 'publish', null, key, 'live');
  }

  /** Resolves with the next message of a type. Rejects if the server closes the connection first. */
  async next(typeId: number): Promise<RtmpMessage> {
    this.#messages ??= this.#read();
    for (;;) {
      const { done, value } = await this.#messages.next();
      if (done === true) throw new Error('the server closed the connection');
      if (value.typeId === typeId) return value;
    }
  }

  async nextCommand(name: string): Promise<RtmpCommand> {
    for (;;) {
      const command = readCommand(await this.next(MESSAGE_TYPE.commandAmf0));
      if (command.name === name) return command;
    }
  }

  /** Resolves with the code of the next `onStatus`. */
  async nextStatus(): Promise<AmfValue> {
    const { args } = await this.nextCommand('onStatus');
    return isAmfObject(args[0]) ? args[0].code : undefined;
  }

  async *#read(): AsyncGenerator<RtmpMessage, void, void> {
    const reader = new ChunkReader(LIMITS);
    for await (const bytes of this.#input.rest()) yield* reader.read(bytes);
  }
}

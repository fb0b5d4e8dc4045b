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

/** A peer that does exactly what a test tells it, right or wrong. */
export class RawPeer {
  readonly socket: Socket;
  /** Resolves when the server is done with this connection. */
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

  /** Reads whatever still comes and forgets it, so that the connection's end is noticed. */
  ignoreAnswers(): this {
    const forget = async (): Promise<void> => {
      for await (const _ of this.#input.rest());
    };
    forget().catch(() => {});
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

  /** Says everything that comes before media, without waiting for answers. */
  askToPublish(key: string): void {
    this.command(0, 'connect', { app: 'live', tcUrl: 'rtmp://127.0.0.1/live' });
    this.command(0, 'createStream', null);
    this.command(1, 'publish', null, key, 'live');
  }

  /** The next message of a type. Rejects when the server closes before. */
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

  /** The code of the next `onStatus`. */
  async nextStatus(): Promise<AmfValue> {
    const { args } = await this.nextCommand('onStatus');
    return isAmfObject(args[0]) ? args[0].code : undefined;
  }

  async *#read(): AsyncGenerator<RtmpMessage, void, void> {
    const reader = new ChunkReader(LIMITS);
    for await (const bytes of this.#input.rest()) yield* reader.read(bytes);
  }
}

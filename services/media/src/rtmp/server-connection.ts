import type { Socket } from 'node:net';
import { Acknowledger } from '@sangwian/rtmp/acknowledger';
import { ByteInput } from '@sangwian/rtmp/byte-input';
import { ChunkReader } from '@sangwian/rtmp/chunk-reader';
import { ChunkWriter } from '@sangwian/rtmp/chunk-writer';
import { answerPing, CONTROL_CHUNK_STREAM_ID } from '@sangwian/rtmp/control';
import { acceptHandshake } from '@sangwian/rtmp/handshake';
import type { RtmpMessage } from '@sangwian/rtmp/message';
import type { RtmpLimits } from './rtmp-limits.ts';

/** Answers and statuses travel here, as every server sends them. */
const COMMAND_CHUNK_STREAM_ID = 3;

/** One peer's socket as messages: handshake, chunks, acknowledgements and pings are settled here. */
export class ServerConnection {
  readonly remoteAddress: string;
  /** Resolves when the socket is closed, whoever closed it. */
  readonly gone: Promise<void>;
  readonly #socket: Socket;
  readonly #limits: RtmpLimits;
  readonly #reader: ChunkReader;
  readonly #writer = new ChunkWriter();
  readonly #acknowledger = new Acknowledger();
  #handshaken = false;

  constructor(socket: Socket, limits: RtmpLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#reader = new ChunkReader(limits.beforePublish);
    this.remoteAddress = plainAddress(socket.remoteAddress);
    // Errors reach the reading side; without a listener one during a write would end the process.
    socket.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    socket.once('close', () => resolve());
  }

  get handshaken(): boolean {
    return this.#handshaken;
  }

  get closed(): boolean {
    return this.#socket.destroyed;
  }

  /** A publisher sends pictures, which are longer than commands. */
  allowMedia(allowed: boolean): void {
    this.#reader.setLimits(allowed ? this.#limits.whilePublishing : this.#limits.beforePublish);
  }

  /** Every message until the peer closes. Throws what the protocol or the socket has to complain of. */
  async *messages(timeMs: number): AsyncGenerator<RtmpMessage, void, void> {
    const input = new ByteInput(this.#socket);
    await acceptHandshake(input, (bytes) => this.#write(bytes), timeMs);
    this.#handshaken = true;
    for await (const bytes of input.rest()) {
      for (const message of this.#reader.read(bytes)) {
        this.#acknowledger.notice(message);
        const pong = answerPing(message);
        if (pong !== null) this.sendControl(pong);
        yield message;
      }
      const acknowledgement = this.#acknowledger.due(this.#reader.bytesRead);
      if (acknowledgement !== null) this.sendControl(acknowledgement);
    }
  }

  sendControl(message: RtmpMessage): void {
    this.#write(this.#writer.write(CONTROL_CHUNK_STREAM_ID, message));
  }

  sendCommand(message: RtmpMessage): void {
    this.#write(this.#writer.write(COMMAND_CHUNK_STREAM_ID, message));
  }

  /** Says nothing more, but goes on reading: closing on unread bytes would tear the last status away from the peer. */
  finish(): void {
    if (!this.#socket.writableEnded) this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write(bytes: Buffer): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#socket.write(bytes);
    // Whoever asks and never reads the answers is cut off before they pile up.
    if (this.#socket.writableLength > this.#limits.outputBytesMax) this.#socket.destroy();
  }
}

/** IPv4 addresses of a socket that listens on both families come in IPv6's clothes. */
const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');

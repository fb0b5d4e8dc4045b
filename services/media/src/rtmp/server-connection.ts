import type { Socket } from 'node:net';
import { Acknowledger } from '@sangwian/rtmp/acknowledger';
import { ByteInput } from '@sangwian/rtmp/byte-input';
import { ChunkReader } from '@sangwian/rtmp/chunk-reader';
import { ChunkWriter } from '@sangwian/rtmp/chunk-writer';
import { answerPing, CONTROL_CHUNK_STREAM_ID } from '@sangwian/rtmp/control';
import { acceptHandshake } from '@sangwian/rtmp/handshake';
import type { RtmpMessage } from '@sangwian/rtmp/message';
import type { RtmpLimits } from './rtmp-limits.ts';

/** Chunk stream that servers customarily use for results and statuses. */
const COMMAND_CHUNK_STREAM_ID = 3;

/** Exchanges messages with one peer. Handles handshake, chunks, acknowledgements and pings. */
export class ServerConnection {
  readonly remoteAddress: string;
  /** Resolves when the socket is closed by either side. */
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
    // Errors are handled where the socket is read. Without this listener, a write error would crash the process.
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

  /** Raises the message size limits, because video frames are longer than commands. */
  allowMedia(allowed: boolean): void {
    this.#reader.setLimits(allowed ? this.#limits.whilePublishing : this.#limits.beforePublish);
  }

  /** Yields every message until the peer closes the connection. Throws protocol and socket errors. */
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

  /**
   * Half-closes the connection. A full close with unread input would reset the connection and could lose the last
   * status message.
   */
  finish(): void {
    if (!this.#socket.writableEnded) this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write(bytes: Buffer): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#socket.write(bytes);
    // Disconnects a peer that does not read its responses, to bound the send buffer.
    if (this.#socket.writableLength > this.#limits.outputBytesMax) this.#socket.destroy();
  }
}

/** Converts IPv4-mapped IPv6 addresses, which occur on a dual-stack listener, to IPv4. */
const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');

import type { Socket } from 'socket.io';

/**
 * Backlog above which a connection gets no frames, for example a phone in a lift. The client detects the gap with the
 * next frame and requests the missing state. A growing queue would deliver stale frames and exhaust our memory.
 */
const BUFFERED_BYTES_MAX = 128 * 1024;

/** The members of the WebSocket library's socket that are used below Socket.IO. */
interface RawSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  readonly _sender: { sendFrame(buffers: readonly Buffer[]): void };
}

const OPEN = 1;
const FINAL_TEXT = 0x81;
const LENGTH_7_MAX = 125;
const LENGTH_16_MAX = 0xffff;

function frameHeader(payloadBytes: number): Buffer {
  if (payloadBytes <= LENGTH_7_MAX) return Buffer.from([FINAL_TEXT, payloadBytes]);
  if (payloadBytes <= LENGTH_16_MAX) {
    const header = Buffer.from([FINAL_TEXT, 126, 0, 0]);
    header.writeUInt16BE(payloadBytes, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header[0] = FINAL_TEXT;
  header[1] = 127;
  header.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return header;
}

/**
 * Encodes a Socket.IO event as a WebSocket frame, once for all sockets of a room. `4` is Engine.IO's message, `2`
 * Socket.IO's event (their protocols 4 and 5).
 */
export function prepareFrame(namespace: string, event: string, payload: unknown): Buffer {
  const body = Buffer.from(`42${namespace},${JSON.stringify([event, payload])}`);
  return Buffer.concat([frameHeader(body.length), body]);
}

const rawSocketOf = (socket: Socket): RawSocket | undefined =>
  (socket.conn.transport as unknown as { readonly socket?: RawSocket }).socket;

/**
 * Writes a prepared frame to one socket. Bypasses the queues of Socket.IO and Engine.IO, which cost several times the
 * write itself. Both libraries write immediately and in order, so the order of their frames and ours is preserved.
 *
 * @returns whether the frame was written; `false` for a connection that is closed or too far behind
 */
export function writeFrame(socket: Socket, frame: Buffer): boolean {
  const raw = rawSocketOf(socket);
  if (raw === undefined || raw.readyState !== OPEN) return false;
  if (raw.bufferedAmount > BUFFERED_BYTES_MAX) return false;
  raw._sender.sendFrame([frame]);
  return true;
}

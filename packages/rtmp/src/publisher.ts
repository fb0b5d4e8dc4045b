import { connect, type Socket } from 'node:net';
import type { AmfValue } from './amf0-value.ts';
import { writeAmf0 } from './amf0-writer.ts';
import { ClientConnection, type ConnectionEnd } from './client-connection.ts';
import { MESSAGE_TYPE } from './message.ts';
import { RtmpClosedError } from './protocol-error.ts';

const MEDIA_CHUNK_STREAM_ID = { data: 4, audio: 5, video: 6 } as const;
const CONNECT_MS_MAX = 10_000;
/**
 * Queue size above which the caller should stop sending until `drained`. A stream of 2.5 Mbit/s fills it in about six
 * seconds.
 */
const BUFFERED_BYTES_HIGH = 2_097_152;
/** Queue size above which the connection is closed, to bound the memory. */
const BUFFERED_BYTES_MAX = 16_777_216;
const CLOSE_MS_MAX = 1_000;

export interface ConnectPublisherOptions {
  readonly host: string;
  readonly port: number;
  /** `live`, optionally with `?user=&pass=` or `?token=`. */
  readonly app: string;
  readonly streamKey: string;
  /** Time-out until the server's permission to publish. */
  readonly connectMsMax?: number;
}

export interface MediaMessage {
  /** Decoding time in milliseconds from any origin; may exceed 32 bits. */
  readonly timestampMs: number;
  /** The body of an FLV tag: see `flv-tag.ts`. */
  readonly payload: Buffer;
}

/** A stream that the server has accepted. `send…` never waits and never throws. */
export interface RtmpPublisher {
  /** Sends `@setDataFrame` `onMetaData`, such as width, height and framerate. */
  sendMetadata(properties: Readonly<Record<string, AmfValue>>): boolean;
  /**
   * Queues a video frame. Returns `false` if the queue is long: await `drained()`, or drop frames until the next key
   * frame.
   */
  sendVideo(message: MediaMessage): boolean;
  sendAudio(message: MediaMessage): boolean;
  /** Unsent bytes. */
  readonly bufferedBytes: number;
  /** Resolves when the queue is empty or the connection has ended. */
  drained(): Promise<void>;
  /** Ends the stream and closes the connection; resolves when it is closed. */
  close(): Promise<void>;
  /** Resolves (never rejects) when the connection is closed: `null` for a normal end, otherwise the reason. */
  readonly closed: Promise<ConnectionEnd>;
}

/**
 * Connects, and resolves once the server permits publishing. Throws `RtmpRefusedError` (with the reason in `code`, for
 * example a wrong key), `RtmpClosedError`, or the socket's error.
 */
export async function connectPublisher(options: ConnectPublisherOptions): Promise<RtmpPublisher> {
  const socket = connect({ host: options.host, port: options.port, noDelay: true });
  // Errors are handled where the socket is read. Without this listener, a write error would crash the process.
  socket.on('error', () => {});
  const milliseconds = options.connectMsMax ?? CONNECT_MS_MAX;
  const timer = setTimeout(
    () => socket.destroy(new RtmpClosedError(`no permission to publish within ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    const connection = new ClientConnection(socket);
    const streamId = await negotiate(connection, options);
    return createPublisher(socket, connection, streamId, options.streamKey);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function negotiate(
  connection: ClientConnection,
  { host, port, app, streamKey }: ConnectPublisherOptions,
): Promise<number> {
  await connection.open();
  await connection.call('connect', {
    app,
    type: 'nonprivate',
    flashVer: 'FMLE/3.0 (compatible; Sangwian)',
    tcUrl: `rtmp://${host}:${port}/${app}`,
  });
  connection.sendCommand(0, 'releaseStream', streamKey);
  connection.sendCommand(0, 'FCPublish', streamKey);
  const created = await connection.call('createStream', null);
  const streamId = Number(created.args[0]);
  await connection.publish(streamId, streamKey);
  return streamId;
}

function createPublisher(
  socket: Socket,
  connection: ClientConnection,
  streamId: number,
  streamKey: string,
): RtmpPublisher {
  let closing = false;
  const closed = connection.ended.then((end) => (closing ? null : end));

  const send = (kind: keyof typeof MEDIA_CHUNK_STREAM_ID, message: MediaMessage): boolean => {
    const typeId = kind === 'data' ? MESSAGE_TYPE.dataAmf0 : MESSAGE_TYPE[kind];
    connection.send(MEDIA_CHUNK_STREAM_ID[kind], { typeId, streamId, ...message });
    if (socket.writableLength > BUFFERED_BYTES_MAX) {
      socket.destroy(new RtmpClosedError(`${socket.writableLength} bytes wait to be sent`));
    }
    return socket.writable && socket.writableLength <= BUFFERED_BYTES_HIGH;
  };

  return {
    closed,
    sendMetadata: (properties) =>
      send('data', {
        timestampMs: 0,
        payload: writeAmf0(['@setDataFrame', 'onMetaData', new Map(Object.entries(properties))]),
      }),
    sendVideo: (message) => send('video', message),
    sendAudio: (message) => send('audio', message),
    get bufferedBytes() {
      return socket.writableLength;
    },
    drained: () => drain(socket),
    close: async () => {
      closing = true;
      connection.sendCommand(0, 'FCUnpublish', streamKey);
      connection.sendCommand(0, 'deleteStream', streamId);
      socket.end();
      const timer = setTimeout(() => socket.destroy(), CLOSE_MS_MAX);
      await closed;
      clearTimeout(timer);
    },
  };
}

function drain(socket: Socket): Promise<void> {
  if (!socket.writable || socket.writableLength === 0) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  // The "drain" event is emitted only after the socket's high-water mark was exceeded, so it cannot be used here.
  socket.write(Buffer.alloc(0), () => resolve());
  return promise;
}

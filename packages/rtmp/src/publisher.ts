import { connect, type Socket } from 'node:net';
import type { AmfValue } from './amf0-value.ts';
import { writeAmf0 } from './amf0-writer.ts';
import { ClientConnection, type ConnectionEnd } from './client-connection.ts';
import { MESSAGE_TYPE } from './message.ts';
import { RtmpClosedError } from './protocol-error.ts';

const MEDIA_CHUNK_STREAM_ID = { data: 4, audio: 5, video: 6 } as const;
const CONNECT_MS_MAX = 10_000;
/** Above this the caller should stop sending until `drained`; 2.5 Mbit/s fill it in six seconds. */
const BUFFERED_BYTES_HIGH = 2_097_152;
/** Above this the network is hopeless, and the connection is given up rather than the memory. */
const BUFFERED_BYTES_MAX = 16_777_216;
const CLOSE_MS_MAX = 1_000;

export interface ConnectPublisherOptions {
  readonly host: string;
  readonly port: number;
  /** `live`; it may carry `?user=&pass=` or `?token=`. */
  readonly app: string;
  readonly streamKey: string;
  /** For everything up to the server's permission to publish. */
  readonly connectMsMax?: number;
}

export interface MediaMessage {
  /** Decoding time in milliseconds from any origin; it may run beyond 32 bits. */
  readonly timestampMs: number;
  /** The body of an FLV tag: see `flv-tag.ts`. */
  readonly payload: Buffer;
}

/** A stream that the server has allowed. `send…` never waits and never throws. */
export interface RtmpPublisher {
  /** `@setDataFrame` `onMetaData`: width, height, framerate and the like. */
  sendMetadata(properties: Readonly<Record<string, AmfValue>>): boolean;
  /** Queues a picture; false when the queue is long: await `drained()`, or leave frames out up to a key frame. */
  sendVideo(message: MediaMessage): boolean;
  sendAudio(message: MediaMessage): boolean;
  /** Bytes that wait to be sent. */
  readonly bufferedBytes: number;
  /** Resolves as soon as nothing waits to be sent, or the connection ended. */
  drained(): Promise<void>;
  /** Takes leave and closes; resolves when the connection is gone. */
  close(): Promise<void>;
  /** Resolves (never rejects) when the connection is gone: `null` in order, else why. */
  readonly closed: Promise<ConnectionEnd>;
}

/**
 * Connects, and resolves once the server allows to publish. Throws `RtmpRefusedError` (its `code` says why, for
 * example a wrong key), `RtmpClosedError`, or what the socket reports.
 */
export async function connectPublisher(options: ConnectPublisherOptions): Promise<RtmpPublisher> {
  const socket = connect({ host: options.host, port: options.port, noDelay: true });
  // Errors surface through the reading side; without a listener one during a write would end the process.
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
  connection.tell(0, 'releaseStream', streamKey);
  connection.tell(0, 'FCPublish', streamKey);
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
  let leaving = false;
  const closed = connection.ended.then((end) => (leaving ? null : end));

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
      leaving = true;
      connection.tell(0, 'FCUnpublish', streamKey);
      connection.tell(0, 'deleteStream', streamId);
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
  // Not the "drain" event: that one comes only after the socket's own mark was passed.
  socket.write(Buffer.alloc(0), () => resolve());
  return promise;
}

import { MESSAGE_TYPE, type RtmpMessage } from './message.ts';

/** Chunk stream reserved for control messages. */
export const CONTROL_CHUNK_STREAM_ID = 2;

/** Events inside a user control message (RTMP 1.0, chapter 7.1.7). */
export const USER_CONTROL = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const;

/** Limit type "dynamic". */
const BANDWIDTH_DYNAMIC = 2;

const control = (typeId: number, payload: Buffer): RtmpMessage => ({
  typeId,
  streamId: 0,
  timestampMs: 0,
  payload,
});

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** Announces the sender's new maximum chunk size. */
export const setChunkSize = (bytes: number): RtmpMessage =>
  control(MESSAGE_TYPE.setChunkSize, uint32(bytes));

/** Acknowledges the received bytes, modulo 2^32. */
export const acknowledge = (bytesRead: number): RtmpMessage =>
  control(MESSAGE_TYPE.acknowledgement, uint32(bytesRead % 2 ** 32));

/** Requests an acknowledgement every `bytes` bytes. */
export const setAcknowledgementWindow = (bytes: number): RtmpMessage =>
  control(MESSAGE_TYPE.windowAcknowledgementSize, uint32(bytes));

export const setPeerBandwidth = (bytes: number): RtmpMessage =>
  control(
    MESSAGE_TYPE.setPeerBandwidth,
    Buffer.concat([uint32(bytes), Buffer.of(BANDWIDTH_DYNAMIC)]),
  );

/** Writes a `USER_CONTROL` event with its value: a stream's id, or a ping's time. */
export const userControl = (event: number, value: number): RtmpMessage =>
  control(MESSAGE_TYPE.userControl, Buffer.concat([Buffer.of(0, event), uint32(value)]));

/** Returns the response to a ping request, or `null` for any other message. */
export function answerPing({ typeId, payload }: RtmpMessage): RtmpMessage | null {
  if (typeId !== MESSAGE_TYPE.userControl || payload.length < 6) return null;
  if (payload.readUInt16BE(0) !== USER_CONTROL.pingRequest) return null;
  return userControl(USER_CONTROL.pingResponse, payload.readUInt32BE(2));
}

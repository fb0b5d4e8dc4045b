/** Kinds of messages (Adobe's RTMP 1.0, chapters 5.4 and 7.1). */
export const MESSAGE_TYPE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAcknowledgementSize: 5,
  setPeerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
  aggregate: 22,
} as const;

/** One whole message, put together from its chunks or about to be cut into them. */
export interface RtmpMessage {
  /** One of `MESSAGE_TYPE`; others are passed on as they come. */
  readonly typeId: number;
  /** Message stream: 0 for the connection itself, else what `createStream` answered. */
  readonly streamId: number;
  /** Milliseconds as they stand on the wire: 32 bits, wrapping every 49.7 days. */
  readonly timestampMs: number;
  readonly payload: Buffer;
}

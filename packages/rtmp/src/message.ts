/** Message types (Adobe's RTMP 1.0, chapters 5.4 and 7.1). */
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

/** One complete message, assembled from chunks or to be split into them. */
export interface RtmpMessage {
  /** One of `MESSAGE_TYPE`; unknown types are passed on unchanged. */
  readonly typeId: number;
  /** Message stream: 0 for the connection itself, otherwise the id from `createStream`. */
  readonly streamId: number;
  /** Milliseconds as on the wire: 32 bits, wrapping every 49.7 days. */
  readonly timestampMs: number;
  readonly payload: Buffer;
}

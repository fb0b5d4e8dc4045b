import type { ChunkReaderLimits } from '@sangwian/rtmp/chunk-reader';

/** Limits on the resources and time that peers can use. */
export interface RtmpLimits {
  /** Publishers with an accepted key; each may buffer 12 MB. */
  readonly publishersMax: number;
  /** A venue's encoders may share one address. */
  readonly publishersPerAddressMax: number;
  /** Connections without an accepted key. Beyond it, the oldest connection of the busiest address is closed. */
  readonly pendingMax: number;
  /** Such connections of one address; allows all encoders of a venue to reconnect at once. */
  readonly pendingPerAddressMax: number;
  /** Time from the connection's start to the end of the handshake. */
  readonly handshakeMsMax: number;
  /** Time from the connection's start (or the last unpublish) to the permission to publish. */
  readonly negotiationMsMax: number;
  /** A publisher that sends neither picture nor sound for this long is disconnected. */
  readonly mediaSilenceMsMax: number;
  /** A publisher that sends only sound for this long is refused. */
  readonly pictureSilenceMsMax: number;
  /** Time for the peer to read a refusal and close the connection. */
  readonly lingerMsMax: number;
  /** Unsent bytes for a peer that does not read. */
  readonly outputBytesMax: number;
  /** Consecutive malformed pictures or audio frames before the stream is refused; fewer are skipped. */
  readonly malformedUnitsMax: number;
  readonly streamsPerConnectionMax: number;
  /** Until the key is accepted; commands are short. */
  readonly beforePublish: ChunkReaderLimits;
  /** 4 MiB are enough for a key frame as large as one second at 30 Mbit/s. */
  readonly whilePublishing: ChunkReaderLimits;
}

export const RTMP_LIMITS: RtmpLimits = {
  publishersMax: 128,
  publishersPerAddressMax: 32,
  pendingMax: 256,
  pendingPerAddressMax: 32,
  handshakeMsMax: 5_000,
  negotiationMsMax: 15_000,
  mediaSilenceMsMax: 10_000,
  pictureSilenceMsMax: 10_000,
  lingerMsMax: 1_000,
  outputBytesMax: 65_536,
  malformedUnitsMax: 50,
  streamsPerConnectionMax: 8,
  beforePublish: { messageBytesMax: 65_536, bufferedBytesMax: 131_072, chunkStreamsMax: 64 },
  whilePublishing: {
    messageBytesMax: 4_194_304,
    bufferedBytesMax: 12_582_912,
    chunkStreamsMax: 64,
  },
};

import type { ChunkReaderLimits } from '@sangwian/rtmp/chunk-reader';

/** Limits of the resources and the time that peers can use. */
export interface RtmpLimits {
  /** Publishers with an accepted key; each may buffer 12 MB. */
  readonly publishersMax: number;
  /** A venue's encoders may share one address. */
  readonly publishersPerAddressMax: number;
  /** Connections without an accepted key. Beyond it, the oldest connection of the busiest address is closed. */
  readonly pendingMax: number;
  /** Connections without an accepted key per IP address. All encoders of a venue can reconnect at once. */
  readonly pendingPerAddressMax: number;
  /** Time from the connection's start to the end of the handshake. */
  readonly handshakeMsMax: number;
  /** Time from the connection's start, or from the last unpublish, until publishing is permitted. */
  readonly negotiationMsMax: number;
  /** A publisher that sends neither video nor audio for this long is disconnected. */
  readonly mediaSilenceMsMax: number;
  /** A publisher that sends only audio for this long is refused. */
  readonly pictureSilenceMsMax: number;
  /** Time for the peer to read a refusal and close the connection. */
  readonly lingerMsMax: number;
  /** Maximum unsent bytes for a peer that does not read. */
  readonly outputBytesMax: number;
  /** Number of consecutive malformed video or audio frames after which the stream is refused. Fewer are skipped. */
  readonly malformedUnitsMax: number;
  readonly streamsPerConnectionMax: number;
  /** Maximum message size until the key is accepted. Commands are short. */
  readonly beforePublish: ChunkReaderLimits;
  /** Maximum message size of publishers: enough for a key frame as large as one second at 30 Mbit/s. */
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

import type { ChunkReaderLimits } from '@sangwian/rtmp/chunk-reader';

/** Everything that a peer could make grow or last. */
export interface RtmpLimits {
  /** Publishers with an accepted key; each may buffer 12 MB. */
  readonly publishersMax: number;
  /** A venue's encoders may share one address. */
  readonly publishersPerAddressMax: number;
  /** Connections whose key was not accepted yet. Where there are more, the oldest of the busiest address goes. */
  readonly pendingMax: number;
  /** The share of one address in these: all encoders of a venue that come back at once. */
  readonly pendingPerAddressMax: number;
  /** From the connection's start to the end of the handshake: a peer that dribbles its bytes is cut here. */
  readonly handshakeMsMax: number;
  /** From the connection's start (or the last unpublish) to the permission to publish. */
  readonly negotiationMsMax: number;
  /** A publisher that sends neither picture nor sound for this long has vanished. */
  readonly mediaSilenceMsMax: number;
  /** A publisher whose sound goes on without a picture for this long is refused: sound alone cannot be watched. */
  readonly pictureSilenceMsMax: number;
  /** After a refusal the peer has this long to read it and go. */
  readonly lingerMsMax: number;
  /** Bytes waiting for a peer that does not read what it asks for. */
  readonly outputBytesMax: number;
  /** Malformed pictures or sounds in a row; a single bad one is only left out. */
  readonly malformedUnitsMax: number;
  readonly streamsPerConnectionMax: number;
  /** Until the key was accepted; commands are short. */
  readonly beforePublish: ChunkReaderLimits;
  /** 4 MiB hold a key frame of a second of 30 Mbit/s. */
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

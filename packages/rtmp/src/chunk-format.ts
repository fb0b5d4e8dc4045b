/** Constants of the chunk format (RTMP 1.0, chapter 5.3). */

/** Bytes of the message header after the basic header, by chunk type. */
export const MESSAGE_HEADER_BYTES = [11, 7, 3, 0] as const;

/** Payload bytes of a chunk before the first Set Chunk Size. */
export const CHUNK_BYTES_DEFAULT = 128;

/** A message has a 24-bit length, so no chunk can be longer. */
export const CHUNK_BYTES_MAX = 0xffffff;

/** Value of the 24-bit timestamp field that indicates an extended timestamp in the 4 bytes after the header. */
export const TIMESTAMP_EXTENDED = 0xffffff;

/** Chunk stream ids up to here take one byte, up to 319 two, up to 65 599 three. */
export const CHUNK_STREAM_ID_ONE_BYTE_MAX = 63;
export const CHUNK_STREAM_ID_TWO_BYTES_MAX = 319;
export const CHUNK_STREAM_ID_MAX = 65_599;

/** Offset of ids in two and three bytes. */
export const CHUNK_STREAM_ID_OFFSET = 64;

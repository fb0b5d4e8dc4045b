import { MESSAGE_TYPE, type RtmpMessage } from '@sangwian/rtmp/message';
import { RtmpProtocolError } from '@sangwian/rtmp/protocol-error';

/** Type (1), length (3), timestamp (3 + 1 above), stream (3), as in an FLV file. */
const HEADER_BYTES = 11;
const BACK_POINTER_BYTES = 4;

/** Yields the audio and video messages inside an aggregate (RTMP 1.0, chapter 7.1.6). */
export function* splitAggregate(aggregate: RtmpMessage): Generator<RtmpMessage, void, void> {
  const { payload, streamId } = aggregate;
  let offset = 0;
  let firstTimestampMs: number | null = null;
  while (offset < payload.length) {
    const start = offset + HEADER_BYTES;
    if (start > payload.length) throw new RtmpProtocolError('an aggregate is cut off');
    const end = start + payload.readUIntBE(offset + 1, 3);
    if (end > payload.length) throw new RtmpProtocolError('an aggregate is cut off');
    const typeId = payload.readUInt8(offset);
    const ownMs = payload.readUIntBE(offset + 4, 3) + payload.readUInt8(offset + 7) * 2 ** 24;
    firstTimestampMs ??= ownMs;
    // The timestamps of the contained messages are relative to the first one, which has the timestamp of the aggregate.
    const timestampMs = (aggregate.timestampMs + ownMs - firstTimestampMs) >>> 0;
    if (typeId === MESSAGE_TYPE.audio || typeId === MESSAGE_TYPE.video) {
      yield { typeId, streamId, timestampMs, payload: payload.subarray(start, end) };
    }
    offset = end + BACK_POINTER_BYTES;
  }
}

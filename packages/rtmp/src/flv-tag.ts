/** Writers for the bodies of FLV tags, the payloads of RTMP's audio and video messages (FLV 10.1, annex E.4). */

const AVC = { codecId: 7, sequenceHeader: 0, coded: 1, endOfSequence: 2 } as const;
const FRAME_TYPE = { key: 1, inter: 2 } as const;
const AAC = { sequenceHeader: 0, raw: 1 } as const;
/** AAC header byte; the format fixes its rate, size and channel bits for all streams. */
const AAC_HEADER = 0xaf;

const avcHeader = (frameType: number, packetType: number, compositionTimeMs: number): Buffer => {
  const header = Buffer.alloc(5);
  header.writeUInt8((frameType << 4) | AVC.codecId, 0);
  header.writeUInt8(packetType, 1);
  // Signed, because with B-frames an encoder may send a presentation time before the decoding time.
  header.writeIntBE(compositionTimeMs, 2, 3);
  return header;
};

/** @param record AVCDecoderConfigurationRecord, as in `avcC` */
export const writeAvcSequenceHeader = (record: Buffer): Buffer =>
  Buffer.concat([avcHeader(FRAME_TYPE.key, AVC.sequenceHeader, 0), record]);

/** Writes one coded frame. @param frame.data NAL units after their lengths; composition time = PTS − DTS */
export const writeAvcFrame = (frame: {
  readonly key: boolean;
  readonly compositionTimeMs: number;
  readonly data: Buffer;
}): Buffer =>
  Buffer.concat([
    avcHeader(frame.key ? FRAME_TYPE.key : FRAME_TYPE.inter, AVC.coded, frame.compositionTimeMs),
    frame.data,
  ]);

export const writeAvcEndOfSequence = (): Buffer => avcHeader(FRAME_TYPE.key, AVC.endOfSequence, 0);

/** @param record AudioSpecificConfig */
export const writeAacSequenceHeader = (record: Buffer): Buffer =>
  Buffer.concat([Buffer.of(AAC_HEADER, AAC.sequenceHeader), record]);

/** Writes one raw AAC frame without ADTS header. */
export const writeAacFrame = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.of(AAC_HEADER, AAC.raw), data]);

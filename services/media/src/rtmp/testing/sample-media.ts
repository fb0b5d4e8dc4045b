/** Minimal valid headers and units. */
const SEQUENCE_PARAMETERS = Buffer.from('6742c01eda02802dc8', 'hex');
const PICTURE_PARAMETERS = Buffer.from('68ce3c80', 'hex');

const withLength = (unit: Buffer): Buffer =>
  Buffer.concat([Buffer.of(unit.length >> 8, unit.length & 0xff), unit]);

/** Returns an AVCDecoderConfigurationRecord with 4-byte lengths; a different `level` changes the configuration. */
export const avcRecord = (level = 0x1e): Buffer =>
  Buffer.concat([
    Buffer.of(1, 0x42, 0xc0, level, 0xff, 0xe1),
    withLength(SEQUENCE_PARAMETERS),
    Buffer.of(1),
    withLength(PICTURE_PARAMETERS),
  ]);

const unitOf = (header: number, bytes: number): Buffer => {
  const unit = Buffer.alloc(4 + bytes, 0x55);
  unit.writeUInt32BE(bytes, 0);
  unit.writeUInt8(header, 4);
  return unit;
};

/** Returns an IDR that follows an SEI unit, as encoders send it. */
export const idrPicture = (bytes = 64): Buffer =>
  Buffer.concat([unitOf(0x06, 8), unitOf(0x65, bytes)]);

export const interPicture = (bytes = 32): Buffer => unitOf(0x41, bytes);

/** AudioSpecificConfig of AAC-LC, 48 kHz, stereo. */
export const aacRecord = Buffer.from('1190', 'hex');
/** AudioSpecificConfig of AAC-LC, 44.1 kHz, stereo. */
export const aacRecord44 = Buffer.from('1210', 'hex');
export const aacFrame = Buffer.from('211004608c1c', 'hex');

/** Returns a frame other than an IDR after a recovery point of `frames`: open GOP (0) or intra refresh. */
export function recoveryPicture(frames: number): Buffer {
  const code = (frames + 1).toString(2);
  // ue(v), then exact match, broken link, slice group change, and the stop bit of the payload.
  const bits = `${'0'.repeat(code.length - 1)}${code}10001`;
  const payload = Buffer.from(
    (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
      Number.parseInt(byte, 2),
    ),
  );
  const unit = Buffer.concat([Buffer.of(0x06, 6, payload.length), payload, Buffer.of(0x80)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length);
  return Buffer.concat([length, unit, interPicture()]);
}

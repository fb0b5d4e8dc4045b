import { BitReader } from './bit-reader.ts';

export interface AacDescription {
  /** As in RFC 6381: `mp4a.40.` and the audio object type. */
  readonly codec: string;
  /** Rate of the coded core, which the frames are counted in (with SBR half of what is heard). */
  readonly sampleRateHz: number;
  readonly samplesPerFrame: number;
  /** `channelConfiguration`, 1–7 or 11–14; 0 where the stream describes its channels itself. */
  readonly channelConfiguration: number;
  readonly channels: number;
}

const SAMPLE_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const RATE_EXPLICIT = 15;
const OBJECT_TYPE_ESCAPE = 31;
const OBJECT_TYPE_SBR = 5;
const OBJECT_TYPE_PS = 29;
/** Object types whose GASpecificConfig has `frameLengthFlag` first (ISO/IEC 14496-3, 4.4.1). */
const GENERAL_AUDIO = new Set([1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23]);
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8];

const readObjectType = (reader: BitReader): number => {
  const type = reader.bits(5);
  return type === OBJECT_TYPE_ESCAPE ? 32 + reader.bits(6) : type;
};

const readSampleRate = (reader: BitReader): number => {
  const index = reader.bits(4);
  return index === RATE_EXPLICIT ? reader.bits(24) : (SAMPLE_RATES_HZ[index] ?? 0);
};

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); `null` where it is none. */
export function describeAac(record: Buffer): AacDescription | null {
  if (record.length < 2) return null;
  const reader = new BitReader(record);
  const objectType = readObjectType(reader);
  const sampleRateHz = readSampleRate(reader);
  const channelConfiguration = reader.bits(4);
  let coreType = objectType;
  if (objectType === OBJECT_TYPE_SBR || objectType === OBJECT_TYPE_PS) {
    readSampleRate(reader);
    coreType = readObjectType(reader);
  }
  const short = GENERAL_AUDIO.has(coreType) && reader.bit() === 1;
  if (reader.overrun || objectType === 0 || sampleRateHz < 7_350 || sampleRateHz > 192_000) {
    return null;
  }
  return {
    codec: `mp4a.40.${objectType}`,
    sampleRateHz,
    samplesPerFrame: short ? 960 : 1024,
    channelConfiguration,
    channels: CHANNELS[channelConfiguration] || 2,
  };
}

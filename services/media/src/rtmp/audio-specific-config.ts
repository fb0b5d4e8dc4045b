import { BitReader } from './bit-reader.ts';
import { MalformedMediaError, UnsupportedMediaError } from './media-error.ts';

/** ISO/IEC 14496-3, table 1.18. */
const SAMPLE_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const SAMPLE_RATE_EXPLICIT = 15;
/** Table 1.19; 0 means that a program config element describes the channels. */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8];
const OBJECT_TYPE = { lowComplexity: 2, sbr: 5, parametricStereo: 29, escape: 31 } as const;

export interface AacFormat {
  /**
   * Of the coded frames: one lasts 1024 / `sampleRateHz`. With SBR (HE-AAC) players hear twice this rate, but frames
   * are counted in this one.
   */
  readonly sampleRateHz: number;
  readonly channels: number;
}

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); takes AAC-LC, with SBR and parametric stereo on top. */
export function readAudioSpecificConfig(record: Buffer): AacFormat {
  const bits = new BitReader(record);
  let objectType = readObjectType(bits);
  const sampleRateHz = readSampleRate(bits);
  const channelConfiguration = bits.read(4);
  if (objectType === OBJECT_TYPE.sbr || objectType === OBJECT_TYPE.parametricStereo) {
    // Signalled in front: the rate above is the core's, the extension's follows.
    readSampleRate(bits);
    objectType = readObjectType(bits);
  }
  if (objectType !== OBJECT_TYPE.lowComplexity) {
    throw new UnsupportedMediaError(`AAC object type ${objectType}: choose AAC-LC`);
  }
  const channels = readChannels(bits, channelConfiguration);
  if (sampleRateHz === 0 || channels === 0) {
    throw new MalformedMediaError('AudioSpecificConfig without rate or channels');
  }
  return { sampleRateHz, channels };
}

function readObjectType(bits: BitReader): number {
  const objectType = bits.read(5);
  return objectType === OBJECT_TYPE.escape ? 32 + bits.read(6) : objectType;
}

function readSampleRate(bits: BitReader): number {
  const index = bits.read(4);
  if (index === SAMPLE_RATE_EXPLICIT) return bits.read(24);
  const rate = SAMPLE_RATES_HZ[index];
  if (rate === undefined) throw new MalformedMediaError(`AAC sample rate index ${index}`);
  return rate;
}

/** Reads GASpecificConfig, as far as its channels. */
function readChannels(bits: BitReader, channelConfiguration: number): number {
  const shortFrames = bits.read(1) === 1;
  if (shortFrames) throw new UnsupportedMediaError('AAC frames of 960 samples: choose 1024');
  const dependsOnCoreCoder = bits.read(1) === 1;
  if (dependsOnCoreCoder) bits.read(14);
  bits.read(1);
  if (channelConfiguration === 0) return countProgramChannels(bits);
  const channels = CHANNELS[channelConfiguration];
  if (channels === undefined) {
    throw new UnsupportedMediaError(`AAC channel configuration ${channelConfiguration}`);
  }
  return channels;
}

/** Reads a program config element (4.4.1.1), as far as its channels. */
function countProgramChannels(bits: BitReader): number {
  bits.read(4 + 2 + 4);
  const speakerElements = bits.read(4) + bits.read(4) + bits.read(4);
  const lowFrequencyElements = bits.read(2);
  bits.read(3 + 4);
  const monoMixdown = bits.read(1) === 1;
  if (monoMixdown) bits.read(4);
  const stereoMixdown = bits.read(1) === 1;
  if (stereoMixdown) bits.read(4);
  const matrixMixdown = bits.read(1) === 1;
  if (matrixMixdown) bits.read(3);
  let channels = lowFrequencyElements;
  for (let element = 0; element < speakerElements; element += 1) {
    const pair = bits.read(1) === 1;
    channels += pair ? 2 : 1;
    bits.read(4);
  }
  return channels;
}

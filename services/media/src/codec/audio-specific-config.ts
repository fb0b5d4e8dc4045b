import { BitReader } from './bit-reader.ts';
import { MalformedMediaError, UnsupportedMediaError } from './media-error.ts';

/** Sample rates by their index (ISO/IEC 14496-3, table 1.18). */
export const SAMPLE_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
const SAMPLE_RATE_EXPLICIT = 15;
/** Number of channels by configuration (table 1.19); for 0, a program config element describes the channels. */
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8];
const OBJECT_TYPE = { lowComplexity: 2, sbr: 5, parametricStereo: 29, escape: 31 } as const;

/** Range of an explicit sample rate. */
const SAMPLE_RATE_HZ_MIN = 7_350;
const SAMPLE_RATE_HZ_MAX = 192_000;

/** Samples of a coded frame; frames of other lengths are refused. */
export const AAC_FRAME_SAMPLES = 1_024;

export interface AacFormat {
  /** Codec string of RFC 6381: `mp4a.40.` and the signalled audio object type. */
  readonly codec: string;
  /**
   * Sample rate of the coded core, in which frame lengths are counted. With SBR (HE-AAC) the output has twice this
   * rate.
   */
  readonly sampleRateHz: number;
  /** 1–7; 0 if a program config element describes the channels. */
  readonly channelConfiguration: number;
  readonly channels: number;
}

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) of AAC-LC, with or without SBR and parametric stereo.
 *
 * @throws {UnsupportedMediaError} for other kinds of AAC
 * @throws {MalformedMediaError} if the record is invalid
 */
export function readAudioSpecificConfig(record: Buffer): AacFormat {
  const bits = new BitReader(record);
  const objectType = readObjectType(bits);
  const sampleRateHz = readSampleRate(bits);
  const channelConfiguration = bits.bits(4);
  let coreType = objectType;
  if (objectType === OBJECT_TYPE.sbr || objectType === OBJECT_TYPE.parametricStereo) {
    // Explicit SBR signalling: the rate read above is that of the core; the rate of the extension follows.
    readSampleRate(bits);
    coreType = readObjectType(bits);
  }
  refuseCutOff(bits);
  if (coreType !== OBJECT_TYPE.lowComplexity) {
    throw new UnsupportedMediaError(`AAC object type ${coreType}: choose AAC-LC`);
  }
  if (sampleRateHz < SAMPLE_RATE_HZ_MIN || sampleRateHz > SAMPLE_RATE_HZ_MAX) {
    throw new MalformedMediaError(`AAC at ${sampleRateHz} Hz`);
  }
  const channels = readChannels(bits, channelConfiguration);
  refuseCutOff(bits);
  if (channels === 0) throw new MalformedMediaError('AudioSpecificConfig without channels');
  return { codec: `mp4a.40.${objectType}`, sampleRateHz, channelConfiguration, channels };
}

/** `BitReader` returns zeros past the end, so a truncated record must be detected here. */
function refuseCutOff(bits: BitReader): void {
  if (bits.overrun) throw new MalformedMediaError('AudioSpecificConfig is cut off');
}

function readObjectType(bits: BitReader): number {
  const objectType = bits.bits(5);
  return objectType === OBJECT_TYPE.escape ? 32 + bits.bits(6) : objectType;
}

function readSampleRate(bits: BitReader): number {
  const index = bits.bits(4);
  if (index === SAMPLE_RATE_EXPLICIT) return bits.bits(24);
  const rate = SAMPLE_RATES_HZ[index];
  if (rate === undefined) throw new MalformedMediaError(`AAC sample rate index ${index}`);
  return rate;
}

/** Reads GASpecificConfig up to its channels. */
function readChannels(bits: BitReader, channelConfiguration: number): number {
  const shortFrames = bits.bit() === 1;
  if (shortFrames) throw new UnsupportedMediaError('AAC frames of 960 samples: choose 1024');
  const dependsOnCoreCoder = bits.bit() === 1;
  if (dependsOnCoreCoder) bits.bits(14);
  bits.bit();
  if (channelConfiguration === 0) return countProgramChannels(bits);
  const channels = CHANNELS[channelConfiguration];
  if (channels === undefined) {
    throw new UnsupportedMediaError(`AAC channel configuration ${channelConfiguration}`);
  }
  return channels;
}

/** Reads a program config element (4.4.1.1) up to its channels. */
function countProgramChannels(bits: BitReader): number {
  bits.bits(4 + 2 + 4);
  const speakerElements = bits.bits(4) + bits.bits(4) + bits.bits(4);
  const lowFrequencyElements = bits.bits(2);
  bits.bits(3 + 4);
  const monoMixdown = bits.bit() === 1;
  if (monoMixdown) bits.bits(4);
  const stereoMixdown = bits.bit() === 1;
  if (stereoMixdown) bits.bits(4);
  const matrixMixdown = bits.bit() === 1;
  if (matrixMixdown) bits.bits(3);
  let channels = lowFrequencyElements;
  for (let element = 0; element < speakerElements; element += 1) {
    const pair = bits.bit() === 1;
    channels += pair ? 2 : 1;
    bits.bits(4);
  }
  return channels;
}

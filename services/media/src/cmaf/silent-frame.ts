import { type AudioFormat, isOpus } from '../codec/audio-format.ts';
import { silentOpusPacket } from '../codec/opus.ts';

/** Syntactic elements of a raw AAC frame (ISO/IEC 14496-3, table 4.85). */
const SINGLE = 0;
const PAIR = 1;
const LOW_FREQUENCY = 3;
const END = 7;

/** The syntactic elements of each channel configuration, in order (ISO/IEC 14496-3, table 1.19). */
const ELEMENTS: Readonly<Record<number, readonly number[]>> = {
  1: [SINGLE],
  2: [PAIR],
  3: [SINGLE, PAIR],
  4: [SINGLE, PAIR, SINGLE],
  5: [SINGLE, PAIR, PAIR],
  6: [SINGLE, PAIR, PAIR, LOW_FREQUENCY],
  7: [SINGLE, PAIR, PAIR, PAIR, LOW_FREQUENCY],
};

/** Window of a long block with no bands, which decodes to zeros. */
const EMPTY_WINDOW = '00000000000';
/** Global gain, then no pulses, no noise shaping, no gain control. */
const EMPTY_CHANNEL_GAIN = '00000000';
const EMPTY_CHANNEL_TOOLS = '000';

const binary = (value: number, bits: number): string => value.toString(2).padStart(bits, '0');

function element(kind: number, tag: number): string {
  const head = binary(kind, 3) + binary(tag, 4);
  if (kind !== PAIR) return head + EMPTY_CHANNEL_GAIN + EMPTY_WINDOW + EMPTY_CHANNEL_TOOLS;
  const commonWindow = `1${EMPTY_WINDOW}00`;
  return head + commonWindow + (EMPTY_CHANNEL_GAIN + EMPTY_CHANNEL_TOOLS).repeat(2);
}

/** Returns one frame of silence in a stream's format. */
export const silentFrame = (format: AudioFormat): Buffer =>
  isOpus(format) ? silentOpusPacket(format) : silentAacFrame(format.channelConfiguration);

/**
 * Returns one raw AAC frame of silence for a `channelConfiguration`, valid at every sample rate and for every object
 * type with an AAC-LC core. For an unknown configuration, the frame is stereo.
 */
function silentAacFrame(channelConfiguration: number): Buffer {
  const kinds = ELEMENTS[channelConfiguration] ?? [PAIR];
  const tags = new Map<number, number>();
  let bits = '';
  for (const kind of kinds) {
    const tag = tags.get(kind) ?? 0;
    tags.set(kind, tag + 1);
    bits += element(kind, tag);
  }
  bits += binary(END, 3);
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

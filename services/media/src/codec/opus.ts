/** Clock rate of Opus, independent of the recording's sample rate (RFC 7587, 4.1). */
export const OPUS_RATE_HZ = 48_000;
/** Samples that a decoder discards at its start; the usual value of encoders (RFC 7845, 4.2). */
const PRE_SKIP_SAMPLES = 312;
const SAMPLES_PER_MS = OPUS_RATE_HZ / 1_000;
/** Longest audio in one packet: 120 ms (RFC 6716, 3.2.5). */
const PACKET_SAMPLES_MAX = 120 * SAMPLES_PER_MS;

export interface OpusFormat {
  readonly codec: 'opus';
  readonly sampleRateHz: typeof OPUS_RATE_HZ;
  readonly channels: number;
  /** Samples of each packet. */
  readonly frameSamples: number;
}

/** Returns the duration of one frame from the configuration in a packet's first byte (RFC 6716, table 2). */
function frameMs(configuration: number): number {
  if (configuration < 12) return [10, 20, 40, 60][configuration & 3] ?? 20;
  if (configuration < 16) return [10, 20][configuration & 1] ?? 20;
  return [2.5, 5, 10, 20][configuration & 3] ?? 20;
}

/** Returns the samples of a packet at 48 kHz, or `null` if the packet is invalid (RFC 6716, 3.1 and 3.2). */
export function readOpusSamples(packet: Uint8Array): number | null {
  const [head, count] = packet;
  if (head === undefined) return null;
  const code = head & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : (count ?? 0) & 0x3f;
  const samples = frames * frameMs(head >> 3) * SAMPLES_PER_MS;
  return samples > 0 && samples <= PACKET_SAMPLES_MAX ? samples : null;
}

/** Writes the content of a `dOps` box (Encapsulation of Opus in ISO base media, 4.3.2). */
export function writeOpusRecord(channels: number): Buffer {
  const record = Buffer.alloc(11);
  record.writeUInt8(channels, 1);
  record.writeUInt16BE(PRE_SKIP_SAMPLES, 2);
  record.writeUInt32BE(OPUS_RATE_HZ, 4);
  return record;
}

/** Full-band CELT configurations by the number of samples in a frame. */
const SILENT_CONFIGURATION: ReadonlyMap<number, number> = new Map([
  [120, 28],
  [240, 29],
  [480, 30],
  [960, 31],
]);
/** A frame that decodes to silence. */
const SILENT_FRAME = [0xff, 0xfe];

/** Returns a packet of silence as long as the format's packets. */
export function silentOpusPacket({ channels, frameSamples }: OpusFormat): Buffer {
  const stereo = channels > 1 ? 4 : 0;
  const single = SILENT_CONFIGURATION.get(frameSamples);
  if (single !== undefined) return Buffer.from([(single << 3) | stereo, ...SILENT_FRAME]);
  // A packet that is longer than a frame holds several frames of equal length: 20 ms, or 2.5 ms if the length is not a
  // multiple of 20 ms.
  const long = frameSamples % 960 === 0;
  const frames = frameSamples / (long ? 960 : 120);
  const head = ((long ? 31 : 28) << 3) | stereo | 3;
  return Buffer.from([head, frames, ...Array.from({ length: frames }, () => SILENT_FRAME).flat()]);
}

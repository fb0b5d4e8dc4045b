/** One track of a part, read from its boxes. */
export interface ReadTrack {
  readonly startTicks: number;
  readonly durations: readonly number[];
  readonly compositionOffsets: readonly number[];
  readonly keys: readonly boolean[];
  readonly payloads: readonly Buffer[];
}

export interface ReadFragment {
  readonly video: ReadTrack | null;
  readonly audio: ReadTrack | null;
}

function* boxes(data: Buffer): Generator<{ type: string; start: number; body: Buffer }> {
  for (let at = 0; at < data.length; ) {
    const size = data.readUInt32BE(at);
    yield {
      type: data.toString('latin1', at + 4, at + 8),
      start: at,
      body: data.subarray(at + 8, at + size),
    };
    at += size;
  }
}

const find = (data: Buffer, type: string): Buffer => {
  for (const box of boxes(data)) if (box.type === type) return box.body;
  throw new Error(`no ${type}`);
};

function readTrack(traf: Buffer, part: Buffer): { id: number; track: ReadTrack } {
  const tfhd = find(traf, 'tfhd');
  const flags = tfhd.readUInt32BE(0);
  const defaultDuration = (flags & 8) !== 0 ? tfhd.readUInt32BE(8) : 0;
  const tfdt = find(traf, 'tfdt');
  const trun = find(traf, 'trun');
  const runFlags = trun.readUInt32BE(0) & 0xffffff;
  const count = trun.readUInt32BE(4);
  let dataAt = trun.readInt32BE(8);
  let at = 12;
  const track = {
    startTicks: Number(tfdt.readBigUInt64BE(4)),
    durations: [] as number[],
    compositionOffsets: [] as number[],
    keys: [] as boolean[],
    payloads: [] as Buffer[],
  };
  for (let index = 0; index < count; index += 1) {
    const field = (bit: number): Buffer | null => {
      if ((runFlags & bit) === 0) return null;
      at += 4;
      return trun.subarray(at - 4, at);
    };
    track.durations.push(field(0x100)?.readUInt32BE(0) ?? defaultDuration);
    const size = field(0x200)?.readUInt32BE(0) ?? 0;
    track.keys.push(field(0x400)?.readUInt32BE(0) === 0x02000000);
    track.compositionOffsets.push(field(0x800)?.readInt32BE(0) ?? 0);
    track.payloads.push(part.subarray(dataAt, dataAt + size));
    dataAt += size;
  }
  return { id: tfhd.readUInt32BE(4), track };
}

/** Reads a part of one `moof` and one `mdat`. */
export function readFragment(part: Buffer): ReadFragment {
  const moof = find(part, 'moof');
  const tracks = new Map<number, ReadTrack>();
  for (const { type, body } of boxes(moof)) {
    if (type !== 'traf') continue;
    const { id, track } = readTrack(body, part);
    tracks.set(id, track);
  }
  return { video: tracks.get(1) ?? null, audio: tracks.get(2) ?? null };
}

const total = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);

/** Returns the end of a track as a decoding time in its own ticks. */
export const endOf = ({ startTicks, durations }: ReadTrack): number =>
  startTicks + total(durations);

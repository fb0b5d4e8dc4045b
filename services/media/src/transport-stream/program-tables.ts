/** The two tables of a transport stream that name its streams (ISO/IEC 13818-1, 2.4.4). */

const TABLE_ID = { programs: 0, map: 2 } as const;
/** Bytes from the table id to the end of `last_section_number`. */
const SECTION_HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;

/** Stream types by PID, in the order of the table. */
export type StreamTypes = ReadonlyMap<number, number>;

/** Returns a section that lies in one packet; `null` for other content. Encoders' tables are short. */
function readSection(payload: Buffer, isStart: boolean, tableId: number): Buffer | null {
  if (!isStart || payload.length === 0) return null;
  const at = 1 + payload.readUInt8(0);
  if (payload.length < at + SECTION_HEAD_BYTES || payload[at] !== tableId) return null;
  const end = at + 3 + (payload.readUInt16BE(at + 1) & 0x0fff);
  return end > payload.length ? null : payload.subarray(at, end - CHECKSUM_BYTES);
}

/** Returns the PID of the first program's map; `null` if the payload contains none. */
export function readProgramMapPid(payload: Buffer, isStart: boolean): number | null {
  const section = readSection(payload, isStart, TABLE_ID.programs);
  if (section === null) return null;
  for (let at = SECTION_HEAD_BYTES; at + 4 <= section.length; at += 4) {
    // Program 0 is the network's table.
    if (section.readUInt16BE(at) !== 0) return section.readUInt16BE(at + 2) & 0x1fff;
  }
  return null;
}

/** Reads the streams of a program; `null` if the payload contains no map. */
export function readProgramMap(payload: Buffer, isStart: boolean): StreamTypes | null {
  const section = readSection(payload, isStart, TABLE_ID.map);
  if (section === null || section.length < SECTION_HEAD_BYTES + 4) return null;
  const streams = new Map<number, number>();
  let at = SECTION_HEAD_BYTES + 4 + (section.readUInt16BE(SECTION_HEAD_BYTES + 2) & 0x0fff);
  while (at + 5 <= section.length) {
    streams.set(section.readUInt16BE(at + 1) & 0x1fff, section.readUInt8(at));
    at += 5 + (section.readUInt16BE(at + 3) & 0x0fff);
  }
  return streams;
}

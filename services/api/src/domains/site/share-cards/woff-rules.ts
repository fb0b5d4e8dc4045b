/** The parts of a WOFF 1.0 file (W3C Recommendation, section 3): a header, a directory, tables that zlib packed. */
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SIGNATURE = 0x774f4646;
/** Of the file that comes out (OpenType, "Table Directory"). */
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

const padding = (bytes: number): number => (4 - (bytes % 4)) % 4;

/**
 * The TrueType or OpenType file in a WOFF 1.0 file: what sets letters on pictures reads nothing that was packed for the
 * web.
 *
 * @param inflate undoes zlib
 * @throws {Error} for anything but a WOFF 1.0 file
 */
export function unpackWoff(woff: Buffer, inflate: (packed: Buffer) => Buffer): Buffer {
  if (woff.length < HEADER_BYTES || woff.readUInt32BE(0) !== SIGNATURE) {
    throw new Error('This is no WOFF file');
  }
  const count = woff.readUInt16BE(12);
  const log2 = Math.floor(Math.log2(count));
  const head = Buffer.alloc(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(SFNT_ENTRY_BYTES * 2 ** log2, 6);
  head.writeUInt16BE(log2, 8);
  head.writeUInt16BE(SFNT_ENTRY_BYTES * (count - 2 ** log2), 10);
  const tables: Buffer[] = [head];
  let position = head.length;
  for (let index = 0; index < count; index += 1) {
    const from = HEADER_BYTES + ENTRY_BYTES * index;
    const to = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * index;
    const [offset, packedBytes, bytes] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at));
    if (offset === undefined || packedBytes === undefined || bytes === undefined) continue;
    const packed = woff.subarray(offset, offset + packedBytes);
    const table = packedBytes < bytes ? inflate(packed) : packed;
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(position, to + 8);
    head.writeUInt32BE(table.length, to + 12);
    tables.push(table, Buffer.alloc(padding(table.length)));
    position += table.length + padding(table.length);
  }
  return Buffer.concat(tables);
}

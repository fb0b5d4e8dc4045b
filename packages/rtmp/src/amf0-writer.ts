import { AMF0_MARKER, type AmfValue } from './amf0-value.ts';

const SHORT_TEXT_BYTES_MAX = 0xffff;

/** Writes values in sequence. A `Map` becomes an ECMA array, any other object a plain one. */
export function writeAmf0(values: readonly AmfValue[]): Buffer {
  const pieces: Buffer[] = [];
  for (const value of values) writeValue(pieces, value);
  return Buffer.concat(pieces);
}

function writeValue(pieces: Buffer[], value: AmfValue): void {
  if (value === undefined) pieces.push(Buffer.of(AMF0_MARKER.undefined));
  else if (value === null) pieces.push(Buffer.of(AMF0_MARKER.null));
  else if (typeof value === 'boolean') pieces.push(Buffer.of(AMF0_MARKER.boolean, value ? 1 : 0));
  else if (typeof value === 'number') pieces.push(Buffer.of(AMF0_MARKER.number), double(value));
  else if (typeof value === 'string') writeText(pieces, value);
  else writeComposite(pieces, value);
}

function writeComposite(pieces: Buffer[], value: Exclude<AmfValue, undefined | null>): void {
  if (value instanceof Date) {
    pieces.push(Buffer.of(AMF0_MARKER.date), double(value.getTime()), Buffer.alloc(2));
  } else if (Array.isArray(value)) {
    pieces.push(Buffer.of(AMF0_MARKER.strictArray), uint32(value.length));
    for (const item of value) writeValue(pieces, item);
  } else if (value instanceof Map) {
    pieces.push(Buffer.of(AMF0_MARKER.ecmaArray), uint32(value.size));
    writeProperties(pieces, value);
  } else {
    pieces.push(Buffer.of(AMF0_MARKER.object));
    writeProperties(pieces, Object.entries(value));
  }
}

function writeProperties(pieces: Buffer[], properties: Iterable<[string, AmfValue]>): void {
  for (const [name, value] of properties) {
    pieces.push(shortText(name));
    writeValue(pieces, value);
  }
  pieces.push(Buffer.of(0, 0, AMF0_MARKER.objectEnd));
}

function writeText(pieces: Buffer[], text: string): void {
  if (Buffer.byteLength(text) <= SHORT_TEXT_BYTES_MAX) {
    pieces.push(Buffer.of(AMF0_MARKER.string), shortText(text));
  } else {
    const bytes = Buffer.from(text);
    pieces.push(Buffer.of(AMF0_MARKER.longString), uint32(bytes.length), bytes);
  }
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > SHORT_TEXT_BYTES_MAX) throw new RangeError('AMF0 name is too long');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

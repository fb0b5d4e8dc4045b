import { AMF0_MARKER, type AmfObject, type AmfValue } from './amf0-value.ts';
import { RtmpProtocolError } from './protocol-error.ts';

/** Maximum nesting. Real commands are nested less. Without a limit, a few kilobytes would exhaust the call stack. */
const DEPTH_MAX = 16;
/** Values in one message, including those inside arrays and objects. */
const VALUES_MAX = 4096;

/**
 * Reads every value of a message.
 *
 * @throws {RtmpProtocolError} if the message is truncated, has an unknown marker or exceeds a limit
 */
export function readAmf0(bytes: Buffer): AmfValue[] {
  return new Amf0Reader(bytes).readAll();
}

class Amf0Reader {
  readonly #bytes: Buffer;
  #offset = 0;
  #values = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  readAll(): AmfValue[] {
    const values: AmfValue[] = [];
    while (this.#offset < this.#bytes.length) values.push(this.#value(0));
    return values;
  }

  /** Consumes `count` bytes, and returns the offset of the first one. */
  #take(count: number): number {
    const start = this.#offset;
    if (start + count > this.#bytes.length) throw new RtmpProtocolError('AMF0 is cut off');
    this.#offset = start + count;
    return start;
  }

  #value(depth: number): AmfValue {
    this.#values += 1;
    if (depth > DEPTH_MAX || this.#values > VALUES_MAX) {
      throw new RtmpProtocolError('AMF0 is nested too deep or too long');
    }
    const marker = this.#bytes.readUInt8(this.#take(1));
    switch (marker) {
      case AMF0_MARKER.number:
        return this.#bytes.readDoubleBE(this.#take(8));
      case AMF0_MARKER.boolean:
        return this.#bytes.readUInt8(this.#take(1)) !== 0;
      case AMF0_MARKER.string:
        return this.#shortText();
      case AMF0_MARKER.longString:
      case AMF0_MARKER.xmlDocument:
        return this.#text(this.#bytes.readUInt32BE(this.#take(4)));
      case AMF0_MARKER.null:
        return null;
      case AMF0_MARKER.undefined:
      case AMF0_MARKER.unsupported:
        return undefined;
      case AMF0_MARKER.date:
        return this.#date();
      default:
        return this.#composite(marker, depth);
    }
  }

  #composite(marker: number, depth: number): AmfValue {
    switch (marker) {
      case AMF0_MARKER.typedObject:
        this.#shortText();
        return this.#properties(depth);
      case AMF0_MARKER.ecmaArray:
        // Encoders send wrong counts, so the count is ignored and only the end marker is used.
        this.#take(4);
        return this.#properties(depth);
      case AMF0_MARKER.object:
        return this.#properties(depth);
      case AMF0_MARKER.strictArray:
        return this.#items(depth);
      default:
        throw new RtmpProtocolError(`AMF0 marker ${marker}`);
    }
  }

  #date(): Date {
    const start = this.#take(10);
    // The two bytes after the time are a reserved time zone.
    return new Date(this.#bytes.readDoubleBE(start));
  }

  #shortText(): string {
    return this.#text(this.#bytes.readUInt16BE(this.#take(2)));
  }

  #text(length: number): string {
    const start = this.#take(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  #items(depth: number): AmfValue[] {
    const count = this.#bytes.readUInt32BE(this.#take(4));
    const items: AmfValue[] = [];
    while (items.length < count) items.push(this.#value(depth + 1));
    return items;
  }

  #properties(depth: number): AmfObject {
    const properties: AmfObject = Object.create(null);
    for (;;) {
      const name = this.#shortText();
      if (name === '' && this.#bytes[this.#offset] === AMF0_MARKER.objectEnd) {
        this.#take(1);
        return properties;
      }
      properties[name] = this.#value(depth + 1);
    }
  }
}

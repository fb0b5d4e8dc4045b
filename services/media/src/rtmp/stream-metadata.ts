import { type AmfValue, isAmfObject } from '@sangwian/rtmp/amf0-value';
import { readData } from '@sangwian/rtmp/command';
import type { RtmpMessage } from '@sangwian/rtmp/message';
import { RtmpProtocolError } from '@sangwian/rtmp/protocol-error';

/** Properties of the encoder and its settings, used only for logs. */
const FIELDS = ['encoder', 'width', 'height', 'framerate', 'videodatarate', 'audiodatarate'];
const TEXT_CHARACTERS_MAX = 100;

/** Returns the known fields of `onMetaData`, or `null` for other or unreadable data. */
export function readStreamMetadata(message: RtmpMessage): Record<string, AmfValue> | null {
  const properties = dataOf(message).find(isAmfObject);
  if (properties === undefined) return null;
  const known = FIELDS.filter((field) => properties[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, shorten(properties[field])]));
}

function dataOf(message: RtmpMessage): readonly AmfValue[] {
  try {
    return readData(message);
  } catch (error) {
    // Invalid metadata must not end a stream.
    if (error instanceof RtmpProtocolError) return [];
    throw error;
  }
}

const shorten = (value: AmfValue): AmfValue =>
  typeof value === 'number' ? value : String(value).slice(0, TEXT_CHARACTERS_MAX);

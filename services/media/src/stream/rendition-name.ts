/**
 * Name of a rendition as sent by an encoder: lines and, optionally, frames per second, such as `720p` or `1080p60`. It
 * follows the stream key (`<key>_720p`) or is in the query (`?rendition=720p`). The stream itself has no name.
 */
export const RENDITION_PATTERN = /^\d{3,4}p\d{0,3}$/;
const KEY_PATTERN = /^(.+)_(\d{3,4}p\d{0,3})$/;

/** Splits a stream key from the rendition name that follows it; the name is `''` if there is none. */
export function splitRendition(streamKey: string): { readonly key: string; readonly name: string } {
  const [, key, name] = KEY_PATTERN.exec(streamKey) ?? [];
  return key === undefined || name === undefined ? { key: streamKey, name: '' } : { key, name };
}

/** Returns the number of lines of a rendition by its name. The stream itself ranks highest. */
export const linesOf = (name: string): number =>
  name === '' ? Number.POSITIVE_INFINITY : Number.parseInt(name, 10);

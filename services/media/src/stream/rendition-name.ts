/**
 * What an encoder calls one of several renditions of its stream: lines and, where it says so, pictures a second, as in
 * `720p` or `1080p60`. It stands behind the stream key (`<key>_720p`) or in the query (`?rendition=720p`). The one
 * without a name is the stream itself.
 */
export const RENDITION_PATTERN = /^\d{3,4}p\d{0,3}$/;
const BEHIND_KEY = /^(.+)_(\d{3,4}p\d{0,3})$/;

/** A stream key, and the rendition that was named behind it; `''` where none was. */
export function splitRendition(streamKey: string): { readonly key: string; readonly name: string } {
  const [, key, name] = BEHIND_KEY.exec(streamKey) ?? [];
  return key === undefined || name === undefined ? { key: streamKey, name: '' } : { key, name };
}

/** Lines of a picture by its rendition's name; the stream itself counts as the best. */
export const linesOf = (name: string): number =>
  name === '' ? Number.POSITIVE_INFINITY : Number.parseInt(name, 10);

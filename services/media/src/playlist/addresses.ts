/**
 * Names of everything below `/media/{channel_id}/`; `http/address.ts` reads what is written here. The stream itself stands
 * there, its other renditions and the sound alone each in a folder of theirs.
 */
export const MULTIVARIANT_NAME = 'index.m3u8';
export const MEDIA_PLAYLIST_NAME = 'stream.m3u8';

export const initName = (firstSequence: number): string => `init${firstSequence}.mp4`;
export const segmentName = (mediaSequence: number): string => `s${mediaSequence}.m4s`;
export const partName = (mediaSequence: number, part: number): string =>
  `p${mediaSequence}-${part}.m4s`;

/** The folder of a rendition's sound. */
export const soundFolder = (rendition: string): string =>
  rendition === '' ? 'audio' : `${rendition}-audio`;

/** Where one media playlist finds another, by their folders. */
export const siblingAddress = (from: string, to: string): string =>
  `${from === '' ? '' : '../'}${to === '' ? '' : `${to}/`}${MEDIA_PLAYLIST_NAME}`;

/** Whose sound or picture a folder holds: the other way round. */
export const renditionOf = (folder: string): string =>
  folder === 'audio' ? '' : folder.replace(/-audio$/, '');

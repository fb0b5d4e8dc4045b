/**
 * File names below `/media/{channel_id}/`, parsed by `http/read-media-address.ts`. The files of the stream itself are in this
 * folder. Each further rendition and each audio-only variant has a subfolder.
 */
export const MULTIVARIANT_NAME = 'index.m3u8';
export const MEDIA_PLAYLIST_NAME = 'stream.m3u8';

/** The list of thumbnails; the thumbnails are in the same folder. */
export const STORYBOARD_NAME = 'storyboard.json';

export const initName = (firstSequence: number): string => `init${firstSequence}.mp4`;
export const segmentName = (mediaSequence: number): string => `s${mediaSequence}.m4s`;
export const partName = (mediaSequence: number, part: number): string =>
  `p${mediaSequence}-${part}.m4s`;

/** Returns the folder of a rendition's audio-only variant. */
export const soundFolder = (rendition: string): string =>
  rendition === '' ? 'audio' : `${rendition}-audio`;

/** Returns the URL of a folder's media playlist, relative to another folder. */
export const siblingAddress = (from: string, to: string): string =>
  `${from === '' ? '' : '../'}${to === '' ? '' : `${to}/`}${MEDIA_PLAYLIST_NAME}`;

/** Returns the rendition of a video or audio folder; the inverse of `soundFolder`. */
export const renditionOf = (folder: string): string =>
  folder === 'audio' ? '' : folder.replace(/-audio$/, '');

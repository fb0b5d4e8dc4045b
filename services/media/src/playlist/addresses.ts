/** Names of everything below `/media/{channel_id}/`; `http/address.ts` reads what is written here. */
export const MULTIVARIANT_NAME = 'index.m3u8';
export const MEDIA_PLAYLIST_NAME = 'stream.m3u8';

export const initName = (firstSequence: number): string => `init${firstSequence}.mp4`;
export const segmentName = (mediaSequence: number): string => `s${mediaSequence}.m4s`;
export const partName = (mediaSequence: number, part: number): string =>
  `p${mediaSequence}-${part}.m4s`;

import type { ClipId } from '@sangwian/contract/ids';

/** Files of a clip, by the names of their columns. */
export const CLIP_FILES = {
  landscape: { name: 'landscape.mp4', type: 'video/mp4' },
  vertical: { name: 'vertical.mp4', type: 'video/mp4' },
  poster: { name: 'poster.jpg', type: 'image/jpeg' },
} as const;
export type ClipFile = keyof typeof CLIP_FILES;
export const CLIP_FILE_KINDS = Object.keys(CLIP_FILES) as ClipFile[];

/** Returns the folder of a clip in the storage of recordings, which is removed with its recording. */
export const clipFolder = (recordingId: string, clipId: string): string =>
  `${recordingId}/clips/${clipId}`;

/** Returns the key of a file that one attempt has made. */
export const clipKey = (
  { recording_id, clip_id, attempt }: { recording_id: string; clip_id: string; attempt: number },
  file: ClipFile,
): string => `${clipFolder(recording_id, clip_id)}/${attempt}/${CLIP_FILES[file].name}`;

/** Returns the address of a file on the site. */
export const clipFilePath = (clipId: ClipId | string, file: ClipFile): string =>
  `/clip-file/${clipId}/${CLIP_FILES[file].name}`;

/** Returns the addresses of a clip's files. */
export const clipFilePaths = (clipId: string) => ({
  landscape: clipFilePath(clipId, 'landscape'),
  vertical: clipFilePath(clipId, 'vertical'),
  poster: clipFilePath(clipId, 'poster'),
});

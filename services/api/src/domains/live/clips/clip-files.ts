import type { ClipId } from '@sangwian/contract/ids';

/** The files of a clip, by the prefix of their columns. */
export const CLIP_FILES = {
  landscape: { name: 'landscape.mp4', type: 'video/mp4' },
  vertical: { name: 'vertical.mp4', type: 'video/mp4' },
  poster: { name: 'poster.jpg', type: 'image/jpeg' },
} as const;
export type ClipFile = keyof typeof CLIP_FILES;
export const CLIP_FILE_KINDS = Object.keys(CLIP_FILES) as ClipFile[];

/** Returns the folder of a clip within the folder of its recording, with which it is removed. */
export const clipFolder = (recordingId: string, clipId: string): string =>
  `${recordingId}/clips/${clipId}`;

/** Returns the storage key of a file that one attempt has encoded. */
export const clipKey = (
  { recording_id, clip_id, attempt }: { recording_id: string; clip_id: string; attempt: number },
  file: ClipFile,
): string => `${clipFolder(recording_id, clip_id)}/${attempt}/${CLIP_FILES[file].name}`;

/** Returns the URL path of a file. */
export const clipFilePath = (clipId: ClipId | string, file: ClipFile): string =>
  `/clip-file/${clipId}/${CLIP_FILES[file].name}`;

/** Returns the URL paths of a clip's files. */
export const clipFilePaths = (clipId: string) => ({
  landscape: clipFilePath(clipId, 'landscape'),
  vertical: clipFilePath(clipId, 'vertical'),
  poster: clipFilePath(clipId, 'poster'),
});

import { onPicturePosition, SILENT_MS_MAX } from './picture-channel.ts';

/** The stadium times of delayed videos in other tabs of this browser, by programme. */
export type Pictures = ReadonlyMap<string, number>;

/** Calls the listener whenever a video in another tab advances. Returns the cleanup. */
export function watchPictures(listener: (pictures: Pictures) => void): () => void {
  const expiryTimers = new Map<string, ReturnType<typeof setTimeout>>();
  let pictures: Pictures = new Map();
  const update = (programId: string, reachedMs: number | null) => {
    if (reachedMs === null && !pictures.has(programId)) return;
    const after = new Map(pictures);
    if (reachedMs === null) after.delete(programId);
    else after.set(programId, reachedMs);
    pictures = after;
    listener(after);
  };
  const stop = onPicturePosition((programId, reachedMs) => {
    clearTimeout(expiryTimers.get(programId));
    update(programId, reachedMs);
    expiryTimers.set(
      programId,
      setTimeout(() => update(programId, null), SILENT_MS_MAX),
    );
  });
  return () => {
    stop();
    for (const timer of expiryTimers.values()) clearTimeout(timer);
  };
}

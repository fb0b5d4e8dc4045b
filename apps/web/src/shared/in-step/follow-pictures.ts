import { hearPictures, SILENT_MS_MAX } from './picture-notes.ts';

/** Which moment the picture of each programme has reached that another tab of this browser shows behind. */
export type Pictures = ReadonlyMap<string, number>;

/** Tells of the other tabs' pictures whenever one of them has gone on. Returns the call that ends it. */
export function followPictures(listener: (pictures: Pictures) => void): () => void {
  const silences = new Map<string, ReturnType<typeof setTimeout>>();
  let pictures: Pictures = new Map();
  const put = (programId: string, reachedMs: number | null) => {
    if (reachedMs === null && !pictures.has(programId)) return;
    const after = new Map(pictures);
    if (reachedMs === null) after.delete(programId);
    else after.set(programId, reachedMs);
    pictures = after;
    listener(after);
  };
  const end = hearPictures((programId, reachedMs) => {
    clearTimeout(silences.get(programId));
    put(programId, reachedMs);
    silences.set(
      programId,
      setTimeout(() => put(programId, null), SILENT_MS_MAX),
    );
  });
  return () => {
    end();
    for (const timer of silences.values()) clearTimeout(timer);
  };
}

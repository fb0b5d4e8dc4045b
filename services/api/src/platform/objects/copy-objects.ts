import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

/** Limits the memory, because each concurrent copy holds an object twice. */
const COPIES_AT_ONCE = 8;

export interface CopyReport {
  /** Number of objects in the source. The target now has all of them. */
  readonly objects: number;
  readonly bytes: number;
  /** Number of objects that this run wrote. The target already had the others. */
  readonly written: number;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Copies one object unless the target has it. Returns the size of the object, and whether it was written. */
async function copyObject(key: string, source: ObjectStore, target: ObjectStore) {
  const bytes = await source.read(key);
  // The object was removed after it was listed.
  if (bytes === null) return null;
  const hash = hashOf(bytes);
  const isThere = async (): Promise<boolean> => {
    const found = await target.read(key);
    return found !== null && hashOf(found) === hash;
  };
  if (await isThere()) return { bytes: bytes.length, written: 0 };
  await target.write(key, bytes);
  if (!(await isThere())) throw new Error(`${key} differs in the target after it was written.`);
  return { bytes: bytes.length, written: 1 };
}

/**
 * Copies all objects of a store to another store, and compares the hash of each object that the target returns. An
 * interrupted copy can be continued: objects that the target already has are compared and not written again.
 *
 * @throws if an object differs after the write, or if the target lists fewer objects than were copied
 */
export async function copyObjects(
  source: ObjectStore,
  target: ObjectStore,
  onProgress: (report: CopyReport) => void,
): Promise<CopyReport> {
  let report: CopyReport = { objects: 0, bytes: 0, written: 0 };
  const keys = source.list()[Symbol.asyncIterator]();
  const work = async (): Promise<void> => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
      const copied = await copyObject(next.value.key, source, target);
      if (copied === null) continue;
      report = {
        objects: report.objects + 1,
        bytes: report.bytes + copied.bytes,
        written: report.written + copied.written,
      };
      onProgress(report);
    }
  };
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, work));
  let listed = 0;
  for await (const _object of target.list()) listed += 1;
  if (listed < report.objects) {
    throw new Error(`${report.objects} objects were copied, but the target lists only ${listed}.`);
  }
  return report;
}

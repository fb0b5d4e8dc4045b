import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

/** Bounds the memory: each copy holds an object twice. */
const COPIES_AT_ONCE = 8;

export interface CopyReport {
  /** Objects of the source, all of which the target has now. */
  readonly objects: number;
  readonly bytes: number;
  /** Objects that this run wrote; the target had the others. */
  readonly written: number;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Copies one object unless the target has it. Returns its size, and whether it was written. */
async function copyObject(key: string, source: ObjectStore, target: ObjectStore) {
  const bytes = await source.read(key);
  // Removed since it was listed.
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
 * Copies all objects of a store to another one and compares the hash of each as the target returns it. An interrupted
 * copy continues where it stopped: objects that the target has are compared and not written again.
 *
 * @throws if an object differs after it was written, or if the target lists fewer objects than were copied
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

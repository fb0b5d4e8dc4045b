import {
  type CopyReport,
  copyObjects,
} from '../../services/api/src/platform/objects/copy-objects.ts';
import type { ObjectStore } from '../../services/api/src/platform/objects/object-store.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run objects -- check   whether the bucket of OBJECTS_URL can be written, read, listed and emptied
  npm run objects -- move    copies DATA_DIR/pictures and DATA_DIR/recordings to the bucket and compares every object;
                             removes nothing
  npm run objects -- back    copies the bucket to both folders in the same way

Run move while the site runs, restart the site with OBJECTS_URL, and run it again for what arrived in between.`;

export interface Stores {
  readonly folder: ObjectStore;
  readonly bucket: ObjectStore;
}

const PROGRESS_OBJECTS = 500;

const describe = ({ objects, bytes, written }: CopyReport): string =>
  `${objects} objects, ${(bytes / 1024 / 1024).toFixed(1)} MB; ${written} written, ${objects - written} already there`;

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(
  args: readonly string[],
): (stores: Stores, onProgress: (text: string) => void) => Promise<string> {
  const [action, ...rest] = readArguments(args, {}).positionals;
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is unexpected.`);
  if (action === 'check') {
    return async ({ bucket }) => {
      await bucket.probe();
      return 'The bucket can be written, read, listed and emptied.';
    };
  }
  if (action !== 'move' && action !== 'back')
    throw new UsageError('The action must be check, move or back.');
  return async ({ folder, bucket }, onProgress) => {
    await bucket.probe();
    const [source, target] = action === 'move' ? [folder, bucket] : [bucket, folder];
    const report = await copyObjects(source, target, (soFar) => {
      if (soFar.objects % PROGRESS_OBJECTS === 0) onProgress(describe(soFar));
    });
    return `Every object has the same hash in both: ${describe(report)}.`;
  };
}

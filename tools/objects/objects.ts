/** `npm run objects`: copies uploaded images, slips and recordings between folders on disk and a bucket. */
import { join, resolve } from 'node:path';
import { readEnvironment, variables } from '@sangwian/node-kit/environment';
import { ObjectSettings } from '../../services/api/src/config/object-settings.ts';
import { createFolderStore } from '../../services/api/src/platform/objects/folder-store.ts';
import {
  type ObjectStore,
  ObjectStoreError,
} from '../../services/api/src/platform/objects/object-store.ts';
import { createS3Store } from '../../services/api/src/platform/objects/s3-store.ts';
import { runCommand } from '../operator/run-command.ts';
import { loadDotEnv, ROOT } from '../start/settings.ts';
import { readCommand, USAGE } from './objects-command.ts';

const RECORDINGS = 'recordings';

/** Returns a view of the bucket that does not list recordings, because recordings have a separate folder on disk. */
const withoutRecordings = (bucket: ObjectStore): ObjectStore => ({
  ...bucket,
  list: async function* (folder) {
    for await (const object of bucket.list(folder))
      if (!object.key.startsWith(`${RECORDINGS}/`)) yield object;
  },
});

await runCommand(async (args) => {
  const command = readCommand(args);
  loadDotEnv();
  const { DATA_DIR } = readEnvironment(variables('DATA_DIR'));
  const settings = readEnvironment(ObjectSettings);
  if (settings === null) throw new Error('OBJECTS_URL is not set: it names the bucket.');
  const folder = resolve(ROOT, DATA_DIR);
  const pictures = {
    folder: createFolderStore(join(folder, 'pictures')),
    bucket: withoutRecordings(createS3Store(settings)),
  };
  const recordings = {
    folder: createFolderStore(join(folder, RECORDINGS)),
    bucket: createS3Store({ ...settings, prefix: `${settings.prefix}${RECORDINGS}/` }),
  };
  const log = (text: string): void => console.error(text);
  try {
    const done = await command(pictures, log);
    return `${done}\nRecordings: ${await command(recordings, log)}`;
  } catch (error) {
    throw error instanceof ObjectStoreError ? new Error(error.advice) : error;
  }
}, USAGE);

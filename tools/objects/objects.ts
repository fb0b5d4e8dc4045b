/**
 * `npm run objects`: copies uploaded pictures and slips between the folder of the disk and a bucket.
 */
import { join, resolve } from 'node:path';
import { readEnvironment, variables } from '@sangwian/node-kit/environment';
import { ObjectSettings } from '../../services/api/src/config/object-settings.ts';
import { createFolderStore } from '../../services/api/src/platform/objects/folder-store.ts';
import { ObjectStoreError } from '../../services/api/src/platform/objects/object-store.ts';
import { createS3Store } from '../../services/api/src/platform/objects/s3-store.ts';
import { runCommand } from '../operator/run-command.ts';
import { loadDotEnv, ROOT } from '../start/settings.ts';
import { readCommand, USAGE } from './objects-command.ts';

await runCommand(async (args) => {
  const command = readCommand(args);
  loadDotEnv();
  const { DATA_DIR } = readEnvironment(variables('DATA_DIR'));
  const settings = readEnvironment(ObjectSettings);
  if (settings === null) throw new Error('OBJECTS_URL is not set: it names the bucket.');
  const stores = {
    folder: createFolderStore(join(resolve(ROOT, DATA_DIR), 'pictures')),
    bucket: createS3Store(settings),
  };
  try {
    return await command(stores, (text) => console.error(text));
  } catch (error) {
    throw error instanceof ObjectStoreError ? new Error(error.advice) : error;
  }
}, USAGE);

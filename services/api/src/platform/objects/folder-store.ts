import { randomUUID } from 'node:crypto';
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import {
  checkKey,
  checkSize,
  isObjectKey,
  type ObjectStore,
  ObjectStoreError,
  type StoredObject,
} from './object-store.ts';

/** Slips show names and accounts, so other accounts of the machine cannot read the files. */
const FOLDER_MODE = 0o750;
const FILE_MODE = 0o640;
const CANNOT_SYNC = /^(EINVAL|ENOTSUP|EOPNOTSUPP)$/;
const REFUSALS = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns the error for the caller, with advice if the folder refuses writes. */
function toRefusal(root: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!REFUSALS.test(code)) return error;
  return new ObjectStoreError(
    `objects: the folder ${root} cannot be used (${code}). Let the account of the API read and write it, or set OBJECTS_URL.`,
    error,
  );
}

async function* listFiles(root: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw toRefusal(root, error);
  });
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* listFiles(root, path);
      continue;
    }
    const key = relative(root, path).split(sep).join('/');
    // Temporary files of interrupted writes have names that are no object keys.
    if (!entry.isFile() || !isObjectKey(key)) continue;
    const found = await stat(path).catch(() => null);
    if (found !== null) yield { key, bytes: found.size };
  }
}

/**
 * Flushes the entries of a folder to disk. Some network file systems refuse this, because they flush with each change.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_SYNC.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

/** Creates a folder that survives a power failure. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made));
}

/** Creates a file and flushes its bytes to disk. */
async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', FILE_MODE);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns a store in a folder of the disk. Several nodes need a shared folder. */
export function createFolderStore(root: string): ObjectStore {
  const fileOf = (key: string): string => join(root, checkKey(key));
  return {
    write: async (key, bytes) => {
      const file = fileOf(key);
      checkSize(key, bytes.byteLength);
      // The temporary file is renamed after the flush, so that neither readers nor a power failure can see half a file.
      const draft = join(dirname(file), `.${randomUUID()}`);
      try {
        await makeFolder(dirname(file));
        await writeSynced(draft, bytes);
        await rename(draft, file);
        await syncFolder(dirname(file));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw toRefusal(root, error);
      }
    },
    read: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw toRefusal(root, error);
      }
    },
    readRange: async (key, start, length) => {
      let file: FileHandle | undefined;
      try {
        file = await open(fileOf(key), 'r');
        const bytes = Buffer.allocUnsafe(length);
        const { bytesRead } = await file.read(bytes, 0, length, start);
        return bytesRead === length ? bytes : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw toRefusal(root, error);
      } finally {
        await file?.close();
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    removeFolder: (folder) => rm(fileOf(folder), { recursive: true, force: true }),
    list: (folder) => listFiles(root, folder === undefined ? root : fileOf(folder)),
    probe: async () => {
      try {
        await mkdir(root, { recursive: true, mode: FOLDER_MODE });
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        throw toRefusal(root, error);
      }
    },
  };
}

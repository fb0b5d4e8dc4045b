import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SEALED, unsealFile } from '@sangwian/node-kit/sealed-file';
import { clusterLayout } from './cluster.ts';
import { type ClusterCopy, isClusterCopy } from './copy-cluster.ts';
import { copyFiles, type Sealing } from './copy-files.ts';
import { type DatabaseUser, databaseUser } from './database-user.ts';

function giveTo(folder: string, user: DatabaseUser): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(path, user);
    else chownSync(path, user.uid, user.gid);
  }
}

export interface CopyToRestore {
  /** The folder of the copy. */
  readonly folder: string;
  readonly copy: Pick<ClusterCopy, 'files' | 'consistentAt'>;
  /** Decrypts the copy. */
  readonly unseal?: Sealing | undefined;
}

/** Writes the passwords of the copied cluster. The socket's folder of that cluster may be in use. */
async function restoreCredentials(
  { folder, unseal }: CopyToRestore,
  target: string,
): Promise<void> {
  const source = join(folder, 'credentials.json');
  const draft = `${target}.new`;
  if (unseal === undefined) copyFileSync(source, draft);
  else {
    const name = `${unseal.scope}/credentials.json`;
    await unsealFile(source + SEALED, draft, { secrets: unseal.secrets, name });
  }
  const credentials = JSON.parse(readFileSync(draft, 'utf8'));
  rmSync(draft);
  writeFileSync(target, JSON.stringify({ ...credentials, runDir: '' }), { mode: 0o600 });
}

/**
 * Restores the copy of a cluster to a data folder without a database. PostgreSQL recovers it at its next start.
 * @throws {Error} with a sentence for the operator, if the folder has a database, or the copy is not a complete copy of
 * a cluster
 */
export async function restoreCluster(source: CopyToRestore, dataDir: string): Promise<void> {
  const { folder, copy, unseal } = source;
  const layout = clusterLayout(dataDir);
  if (!isClusterCopy(folder)) throw new Error(`${folder} is no backup of a database.`);
  if (existsSync(layout.data)) {
    throw new Error(`${dataDir} has a database already. Restore into another folder.`);
  }
  mkdirSync(layout.home, { recursive: true });
  rmSync(layout.draft, { recursive: true, force: true });
  mkdirSync(layout.draft, { mode: 0o700 });
  const { files } = await copyFiles(join(folder, 'data'), layout.draft, {
    unseal: unseal && { ...unseal, scope: `${unseal.scope}/data` },
  });
  // Backups of earlier versions do not count their label.
  if (copy.consistentAt !== undefined && files !== copy.files) {
    throw new Error(`${folder} has ${files} files instead of ${copy.files}. It is incomplete.`);
  }
  const user = databaseUser(layout.data);
  if (user !== null) giveTo(layout.draft, user);
  await restoreCredentials(source, layout.credentials);
  renameSync(layout.draft, layout.data);
}

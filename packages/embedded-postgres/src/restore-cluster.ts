import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { clusterLayout } from './cluster.ts';
import { isClusterCopy } from './copy-cluster.ts';
import { copyFiles } from './copy-files.ts';
import { type DatabaseUser, databaseUser } from './database-user.ts';

function giveTo(folder: string, user: DatabaseUser): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveTo(path, user);
    else chownSync(path, user.uid, user.gid);
  }
}

/**
 * Restores the copy of a cluster to a data folder without a database. PostgreSQL recovers it at its next start.
 * @throws {Error} with a sentence for the operator, if the folder has a database, or the copy is not a copy of a
 * cluster
 */
export async function restoreCluster(copy: string, dataDir: string): Promise<void> {
  const layout = clusterLayout(dataDir);
  if (!isClusterCopy(copy)) throw new Error(`${copy} is no backup of a database.`);
  if (existsSync(layout.data)) {
    throw new Error(`${dataDir} has a database already. Restore into another folder.`);
  }
  mkdirSync(layout.home, { recursive: true });
  rmSync(layout.draft, { recursive: true, force: true });
  mkdirSync(layout.draft, { mode: 0o700 });
  await copyFiles(join(copy, 'data'), layout.draft);
  const user = databaseUser(layout.data);
  if (user !== null) giveTo(layout.draft, user);
  const credentials = JSON.parse(readFileSync(join(copy, 'credentials.json'), 'utf8'));
  // The socket's folder of the copied cluster may be in use.
  const fresh = JSON.stringify({ ...credentials, runDir: '' });
  writeFileSync(layout.credentials, fresh, { mode: 0o600 });
  renameSync(layout.draft, layout.data);
}

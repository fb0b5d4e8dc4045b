import { ADMIN_ROLE, APP_ROLE, clusterLayout, connectionUrl, readCredentials } from './cluster.ts';

/**
 * Returns the connection URLs of a database that another process runs, for its superuser and for its owner.
 * @throws {Error} if the folder has no database
 */
export function runningUrls(dataDir: string): { readonly admin: string; readonly owner: string } {
  const credentials = readCredentials(clusterLayout(dataDir));
  if (credentials === null) throw new Error(`${dataDir} has no embedded database.`);
  const { adminPassword, password, runDir } = credentials;
  return {
    admin: connectionUrl(ADMIN_ROLE, adminPassword, ADMIN_ROLE, runDir),
    owner: connectionUrl(APP_ROLE, password, APP_ROLE, runDir),
  };
}

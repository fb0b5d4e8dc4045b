import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { runAsAdmin } from './database-cluster.ts';
import './database-setup.ts';

export interface TestDatabase {
  /** Connection URL for the role that owns and migrates this database. */
  readonly url: string;
  /** Connection URL for the role of the services. */
  readonly serviceUrl: string;
  /** Connection URL for the superuser, who may read what the application may not. */
  readonly adminUrl: string;
  /** Removes the database and closes its connections. */
  drop(): Promise<void>;
}

const withDatabase = (url: string, name: string): string => {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
};

/**
 * Creates an empty database with the newest schema, a copy of the template. Only for `*.db.test.ts`, whose
 * setup starts the cluster.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(
    cluster.adminUrl,
    `CREATE DATABASE ${name} TEMPLATE sangwian OWNER sangwian STRATEGY file_copy`,
  );
  return {
    url: withDatabase(cluster.templateUrl, name),
    serviceUrl: withDatabase(cluster.serviceUrl, name),
    adminUrl: withDatabase(cluster.adminUrl, name),
    drop: () => runAsAdmin(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

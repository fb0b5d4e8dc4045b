import { migrate } from '@sangwian/api/schema/migrate';
import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './database-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** Vitest's global setup: one cluster for the whole run. */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startTestCluster(migrate);
  project.provide('testCluster', cluster);
  return stop;
}

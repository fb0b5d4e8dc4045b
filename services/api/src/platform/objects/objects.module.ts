import type { Logger } from '@sangwian/node-kit/logger';
import type { Gap } from '../health/gap.ts';
import type { ApiModule } from '../http/handler.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';

/**
 * Interval of the checks: each node calls the storage at most three times per minute, however often its readiness is
 * read.
 */
const PROBE_MS = 20_000;

/**
 * Creates the readiness check of the object storage. A node whose storage never worked is not ready, so that a wrong
 * setting stops a rollout. Later, the node stays ready without images and only reports the failure, because taking all
 * nodes out of service would also end the show.
 */
export function createObjectsModule(
  objects: Pick<ObjectStore, 'probe'>,
  logger: Logger,
  nowMs: () => number = () => performance.now(),
): ApiModule {
  let hasWorked = false;
  let wasGood = true;
  let last: { readonly atMs: number; readonly gaps: Promise<readonly Gap[]> } | null = null;

  async function probe(): Promise<readonly Gap[]> {
    try {
      await objects.probe();
      if (!wasGood) logger.info('object storage works again');
      wasGood = true;
      hasWorked = true;
      return [];
    } catch (error) {
      const advice = error instanceof ObjectStoreError ? error.advice : `objects: ${String(error)}`;
      if (wasGood) logger.error({ err: error, advice }, 'object storage failed');
      wasGood = false;
      return [{ name: 'objects', advice, isTolerable: hasWorked }];
    }
  }

  return {
    missing: () => {
      const now = nowMs();
      if (last === null || now - last.atMs > PROBE_MS) last = { atMs: now, gaps: probe() };
      return last.gaps;
    },
  };
}

import type { Logger } from '@sangwian/node-kit/logger';
import type { Gap } from '../health/gap.ts';
import type { ApiModule } from '../http/handler.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';

/** At most three calls of the storage per minute and node, however often the readiness is read. */
const PROBE_MS = 20_000;

/**
 * Creates the readiness check of the object storage. A node whose storage never worked is not ready, so that a wrong
 * setting stops a roll-out. Later the node serves without pictures and only reports the failure: taking every node away
 * would end the show, too.
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

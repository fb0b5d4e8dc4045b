import { observeTasks } from '@sangwian/node-kit/every';
import type { Kysely } from 'kysely';
import { Registry } from 'prom-client';
import type { Database } from '../../schema/database.ts';
import { findSchemaGaps } from '../../schema/migrate.ts';
import type { ApiModule } from '../http/handler.ts';
import { observeCalls, observeProcess } from '../metrics/metrics.ts';
import { type DiskCheck, findDiskGaps } from './disk-gaps.ts';
import type { Gap } from './gap.ts';
import { findMediaGaps, type MediaControl } from './media-gaps.ts';

const CHECK_MS_MAX = 3_000;

export interface HealthOptions {
  readonly db: Kysely<Database>;
  /** The other modules, each of which reports its gaps. */
  readonly modules: readonly ApiModule[];
  readonly media: MediaControl;
  readonly disk: DiskCheck;
}

/** Advice for gaps whose names do not explain what the operator has to do. */
const ADVICE: Readonly<Record<string, string>> = {
  database:
    'database: PostgreSQL does not answer. Check that it runs and can be reached at DATABASE_URL; the embedded one writes to DATA_DIR/postgres. Calls that need it are refused; the connection is retried automatically.',
};

function toGap(found: string | Gap): Gap {
  if (typeof found !== 'string') return found;
  const advice = ADVICE[found];
  return advice === undefined ? { name: found } : { name: found, advice };
}

async function findDatabaseGaps(db: Kysely<Database>): Promise<string[]> {
  try {
    return await findSchemaGaps(db);
  } catch {
    return ['database'];
  }
}

/** Reports a check that fails or takes too long as a gap with the check's name. */
async function inTime<Found>(
  name: string,
  check: Promise<readonly Found[]>,
): Promise<readonly (Found | string)[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => resolve([name]), CHECK_MS_MAX);
  try {
    return await Promise.race([check.catch(() => [name]), late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface HealthModule extends ApiModule {
  /** Returns the gaps of this node: what is missing before the node can serve. */
  findGaps(): Promise<readonly Gap[]>;
}

/** Serves `/health/live`, `/health/ready`, and metrics on the internal listener. */
export function createHealthModule({ db, modules, media, disk }: HealthOptions): HealthModule {
  const registry = new Registry();
  observeProcess(registry);
  observeTasks(registry);
  for (const module of modules) module.observe?.(registry);
  const findGaps = async (): Promise<Gap[]> => {
    const found = await Promise.all([
      inTime<string | Gap>('disk', findDiskGaps(disk, db)),
      inTime('database', findDatabaseGaps(db)),
      inTime<string | Gap>('media', findMediaGaps(media)),
      ...modules.flatMap((module) =>
        module.missing === undefined ? [] : inTime<string | Gap>('module', module.missing()),
      ),
    ]);
    return found.flat().map(toGap);
  };
  return {
    findGaps,
    register: (app) => {
      observeCalls(app, registry);
      app.get('/health/live', (_request, reply) =>
        reply.header('cache-control', 'no-store').send({ live: true }),
      );
      app.get('/health/ready', async (_request, reply) => {
        const gaps = await findGaps();
        const advice = gaps.flatMap((gap) => gap.advice ?? []);
        const degraded = gaps.filter((gap) => gap.isTolerable === true).map(({ name }) => name);
        const missing = gaps.filter((gap) => gap.isTolerable !== true).map(({ name }) => name);
        reply.header('cache-control', 'no-store');
        return reply.code(missing.length === 0 ? 200 : 503).send({
          ready: missing.length === 0,
          missing,
          ...(degraded.length === 0 ? {} : { degraded }),
          ...(advice.length === 0 ? {} : { advice }),
        });
      });
    },
    registerMetrics: (app) => {
      app.get('/metrics', async (_request, reply) =>
        reply.type(registry.contentType).send(await registry.metrics()),
      );
    },
  };
}

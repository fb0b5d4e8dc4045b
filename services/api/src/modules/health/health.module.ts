import type { Kysely } from 'kysely';
import { Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { pendingMigrations } from '../../database/migrate.ts';
import type { ApiModule } from '../../http/handler.ts';
import { findMediaGaps, type MediaControl } from './media-gaps.ts';
import { observeCalls, observeProcess } from './metrics.ts';

const CHECK_MS_MAX = 3_000;

export interface HealthOptions {
  readonly db: Kysely<Database>;
  /** The others, each of which knows what it lacks. */
  readonly modules: readonly ApiModule[];
  readonly media: MediaControl;
}

/** What is missing of the database. */
async function findDatabaseGaps(db: Kysely<Database>): Promise<string[]> {
  try {
    return (await pendingMigrations(db)).map((name) => `migration ${name}`);
  } catch {
    return ['database'];
  }
}

/** A check that does not answer in time is a gap of its own. */
async function inTime(name: string, check: Promise<readonly string[]>): Promise<readonly string[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => resolve([name]), CHECK_MS_MAX);
  try {
    return await Promise.race([check.catch(() => [name]), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `/health/live`, `/health/ready`, and metrics on the internal listener. */
export function createHealthModule({ db, modules, media }: HealthOptions): ApiModule {
  const registry = new Registry();
  observeProcess(registry);
  for (const module of modules) module.observe?.(registry);
  const findGaps = async (): Promise<string[]> => {
    const gaps = await Promise.all([
      inTime('database', findDatabaseGaps(db)),
      inTime('media', findMediaGaps(media)),
      ...modules.flatMap((module) =>
        module.missing === undefined ? [] : inTime('module', module.missing()),
      ),
    ]);
    return gaps.flat();
  };
  return {
    register: (app) => {
      observeCalls(app, registry);
      app.get('/health/live', (_request, reply) =>
        reply.header('cache-control', 'no-store').send({ live: true }),
      );
      app.get('/health/ready', async (_request, reply) => {
        const missing = await findGaps();
        reply.header('cache-control', 'no-store');
        return reply.code(missing.length === 0 ? 200 : 503).send({
          ready: missing.length === 0,
          missing,
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

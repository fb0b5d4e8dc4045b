import { restrictFetch } from '@sangwian/node-kit/http/restrict-fetch';
import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { createApi } from './compose.ts';
import { readConfig } from './config/config.ts';
import { hiddenItems } from './config/web-settings.ts';
import { connectPostgres } from './platform/bus/connect-postgres.ts';
import { connectRedis } from './platform/bus/connect-redis.ts';
import { createNodeBus } from './platform/bus/node-bus.ts';
import { createDatabase, DATABASE_LIMITS } from './platform/database/create-database.ts';
import { DatabaseTrouble } from './platform/database/database-trouble.ts';
import { WATCH_TIMES } from './platform/database/database-watch.ts';

const config = readConfig();
// Replaced globally, because libraries use `fetch` too.
globalThis.fetch = restrictFetch(config.outbound.hosts);
const logger = createLogger('api', config.log.logLevel);
const trouble = new DatabaseTrouble();
const { databaseUrl, directUrl, replicaUrl, hasSessions, redisUrl } = config.database;
const watched = { watch: WATCH_TIMES, onRefusal: trouble.note, hasSessions };
const db = createDatabase(databaseUrl, logger, watched);
// The connection is opened when it is needed, and closed when it is idle.
const directDb = createDatabase(directUrl, logger, {
  connectionsMax: 1,
  applicationName: 'sangwian-api-direct',
});
const moneyDb = createDatabase(databaseUrl, logger, {
  ...watched,
  connectionsMax: DATABASE_LIMITS.moneyConnectionsMax,
  applicationName: 'sangwian-api-money',
});
const replicaDb =
  replicaUrl === ''
    ? null
    : createDatabase(replicaUrl, logger, {
        watch: WATCH_TIMES,
        hasSessions,
        applicationName: 'sangwian-api-replica',
      });
const bus = createNodeBus({
  connect: redisUrl === '' ? connectPostgres(directUrl) : connectRedis(redisUrl),
  logger,
});
const api = await createApi({ config, db, moneyDb, directDb, replicaDb, logger, bus, trouble });

stopWithParent(
  logger,
  async () => {
    await api.drain();
    await api.stop();
    await bus.stop();
    await Promise.all([db, moneyDb, directDb, replicaDb].map((one) => one?.destroy()));
  },
  config.http.drainMs,
);

const hidden = hiddenItems(config.web);
if (hidden.length > 0) logger.warn({ hidden }, 'site items without an address are hidden');

await bus.start();
const ports = await api.start();
logger.info(ports, 'listening');
reportReady(ports);

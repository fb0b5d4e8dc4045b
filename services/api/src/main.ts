import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { createApi } from './compose.ts';
import { readConfig } from './config/config.ts';
import { hiddenItems } from './config/web-settings.ts';
import { createPostgresBus } from './platform/bus/postgres-bus.ts';
import { createDatabase, DATABASE_LIMITS } from './platform/database/create-database.ts';
import { DatabaseTrouble } from './platform/database/database-trouble.ts';
import { WATCH_TIMES } from './platform/database/database-watch.ts';

const config = readConfig();
const logger = createLogger('api', config.log.logLevel);
const trouble = new DatabaseTrouble();
const watched = { watch: WATCH_TIMES, onRefusal: trouble.note };
const db = createDatabase(config.database.databaseUrl, logger, watched);
const moneyDb = createDatabase(config.database.databaseUrl, logger, {
  ...watched,
  connectionsMax: DATABASE_LIMITS.moneyConnectionsMax,
  applicationName: 'sangwian-api-money',
});
const bus = createPostgresBus({ url: config.database.busUrl, logger });
const api = await createApi({ config, db, moneyDb, logger, bus, trouble });

stopWithParent(logger, async () => {
  await api.stop();
  await bus.stop();
  await Promise.all([db.destroy(), moneyDb.destroy()]);
});

const hidden = hiddenItems(config.web);
if (hidden.length > 0) logger.warn({ hidden }, 'site items without an address are hidden');

await bus.start();
const ports = await api.start();
logger.info(ports, 'listening');
reportReady(ports);

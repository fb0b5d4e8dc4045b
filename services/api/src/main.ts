import { Environment } from '@sangwian/node-kit/environment';
import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { createApi } from './compose.ts';
import { readConfig } from './config/config.ts';
import { hiddenItems } from './config/outer-sites.ts';
import { createPostgresBus } from './platform/bus/postgres-bus.ts';
import { createDatabase, DATABASE_LIMITS } from './platform/database/create-database.ts';
import { DatabaseTrouble } from './platform/database/database-trouble.ts';
import { WATCH_TIMES } from './platform/database/database-watch.ts';

const config = readConfig(new Environment());
const logger = createLogger('api', config.logLevel);
const trouble = new DatabaseTrouble();
const watched = { watch: WATCH_TIMES, onRefusal: trouble.note };
const db = createDatabase(config.databaseUrl, logger, watched);
const moneyDb = createDatabase(config.databaseUrl, logger, {
  ...watched,
  connectionsMax: DATABASE_LIMITS.moneyConnectionsMax,
  applicationName: 'sangwian-api-money',
});
const bus = createPostgresBus({ url: config.busUrl, logger });
const api = await createApi({ config, db, moneyDb, logger, bus, trouble });

stopWithParent(logger, async () => {
  await api.stop();
  await bus.stop();
  await Promise.all([db.destroy(), moneyDb.destroy()]);
});

const hidden = hiddenItems(config.outerSites, config.contactUrl);
if (hidden.length > 0) logger.warn({ hidden }, 'site items without an address are hidden');

await bus.start();
const ports = await api.start();
logger.info(ports, 'listening');
reportReady(ports);

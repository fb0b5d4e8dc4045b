import { Environment } from '@sangwian/node-kit/environment';
import { reportReady, stopWithParent } from '@sangwian/node-kit/lifecycle';
import { createLogger } from '@sangwian/node-kit/logger';
import { createApi } from './compose.ts';
import { readConfig } from './config.ts';
import { createDatabase } from './database/create-database.ts';

const config = readConfig(new Environment());
const logger = createLogger('api', config.logLevel);
const db = createDatabase(config.databaseUrl, logger);
const api = await createApi({ config, db, logger });

stopWithParent(logger, async () => {
  await api.stop();
  await db.destroy();
});

const ports = await api.start();
logger.info(ports, 'listening');
reportReady(ports);

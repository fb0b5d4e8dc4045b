/**
 * Migrates the database, loads the partners of `PARTNERS_FILE` and, with `SAMPLE_SEASON=1`, the sample season. Writes
 * the result to standard output as one line of JSON.
 */
import { readEnvironment, required, variables } from '@sangwian/node-kit/environment';
import { createLogger, STANDARD_ERROR } from '@sangwian/node-kit/logger';
import { loadPartners } from './domains/identity/partners/partners.module.ts';
import { createDatabase } from './platform/database/create-database.ts';
import { loadSampleSeason } from './sample-season/load.ts';
import { migrate, OlderDatabaseError, roleOf } from './schema/migrate.ts';

const environment = readEnvironment(
  variables('DATABASE_OWNER_URL', 'LOG_LEVEL', 'PARTNERS_FILE', 'SAMPLE_SEASON').extend({
    DATABASE_URL: required('DATABASE_URL'),
  }),
);
const { DATABASE_URL: databaseUrl, PARTNERS_FILE: partnersFile } = environment;
// Standard output is reserved for the result.
const logger = createLogger('prepare', environment.LOG_LEVEL, STANDARD_ERROR);

const ownerUrl = environment.DATABASE_OWNER_URL || databaseUrl;
try {
  const serviceRole = ownerUrl === databaseUrl ? undefined : roleOf(databaseUrl);
  const applied = await migrate(ownerUrl, serviceRole);
  if (applied.migrations.length + applied.functions.length > 0) logger.info(applied, 'migrated');
} catch (error) {
  if (!(error instanceof OlderDatabaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

if (partnersFile !== '') {
  const db = createDatabase(databaseUrl, logger, { applicationName: 'sangwian-prepare' });
  try {
    logger.info({ partners: await loadPartners(db, partnersFile) }, 'partners loaded');
  } finally {
    await db.destroy();
  }
}

if (environment.SAMPLE_SEASON) {
  const db = createDatabase(databaseUrl, logger, { applicationName: 'sangwian-prepare' });
  try {
    const season = await loadSampleSeason(db, { now: new Date() });
    process.stdout.write(`${JSON.stringify(season)}\n`);
  } finally {
    await db.destroy();
  }
} else {
  const noSample = { accounts: { fans: [], operators: [] }, stream_key: '', codes: [] };
  process.stdout.write(`${JSON.stringify(noSample)}\n`);
}

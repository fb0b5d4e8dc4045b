/**
 * Migrates the database, loads the partners of `PARTNERS_FILE` and, with `SAMPLE_SEASON=1`, the sample season and its
 * staff. Creates a set-up link while there is no owner. Writes the result to standard output as one line of JSON.
 */
import { join } from 'node:path';
import { readEnvironment, required, variables } from '@sangwian/node-kit/environment';
import { createLogger, STANDARD_ERROR } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { ObjectSettings } from './config/object-settings.ts';
import { loadPartners } from './domains/identity/partners/partners.module.ts';
import { createSetupLink } from './domains/operations/staff/staff.module.ts';
import { createDatabase, setRoleLimits } from './platform/database/create-database.ts';
import { createFolderStore } from './platform/objects/folder-store.ts';
import { createS3Store } from './platform/objects/s3-store.ts';
import { loadSampleSeason } from './sample-season/load.ts';
import { addSampleReplay } from './sample-season/replay.ts';
import { addSampleStaff, SAMPLE_STAFF } from './sample-season/staff.ts';
import type { Database } from './schema/database.ts';
import { migrate, OlderDatabaseError, roleOf } from './schema/migrate.ts';

const environment = readEnvironment(
  variables(
    ...(['DATABASE_DIRECT_URL', 'DATABASE_PREPARED', 'DATABASE_OWNER_URL'] as const),
    ...(['LOG_LEVEL', 'PARTNERS_FILE', 'SAMPLE_SEASON', 'DEMO_STORY', 'DATA_DIR'] as const),
    ...(['STAFF_SECRET', 'CONSOLE_URL', 'PUBLIC_URL', 'PORT'] as const),
  ).extend({
    DATABASE_URL: required('DATABASE_URL'),
  }),
);
const { PARTNERS_FILE: partnersFile, STAFF_SECRET: staffSecret } = environment;
// Migrations take a session-level lock.
const databaseUrl = environment.DATABASE_DIRECT_URL || environment.DATABASE_URL;
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

/** Returns the storage of recordings, configured as in the API. */
function createRecordingStore() {
  const bucket = readEnvironment(ObjectSettings);
  return bucket === null
    ? createFolderStore(join(environment.DATA_DIR, 'recordings'))
    : createS3Store({ ...bucket, prefix: `${bucket.prefix}recordings/` });
}

/** Loads the sample data. Returns the fields of `run.json` that the preparation knows. */
async function loadSamples(db: Kysely<Database>) {
  if (!environment.SAMPLE_SEASON) {
    return { accounts: { fans: [], operators: [] }, stream_key: '', codes: [] };
  }
  const now = new Date();
  const season = await loadSampleSeason(db, { now, hasStory: environment.DEMO_STORY });
  await addSampleReplay(db, createRecordingStore(), now);
  const operators = staffSecret === '' ? [] : await addSampleStaff(db, staffSecret);
  return { ...season, accounts: { ...season.accounts, operators } };
}

const db = createDatabase(databaseUrl, logger, { applicationName: 'sangwian-prepare' });
try {
  if (environment.DATABASE_PREPARED === 'off') await setRoleLimits(db);
  const samples = await loadSamples(db);
  const consoleUrl =
    environment.CONSOLE_URL || environment.PUBLIC_URL || `http://localhost:${environment.PORT}`;
  const setupLink =
    staffSecret === ''
      ? null
      : await createSetupLink(db, {
          ...{ secret: staffSecret, consoleUrl, now: new Date() },
          sampleIds: SAMPLE_STAFF.map(({ staffId }) => staffId),
        });
  process.stdout.write(`${JSON.stringify({ ...samples, setup_url: setupLink ?? '' })}\n`);
} finally {
  await db.destroy();
}

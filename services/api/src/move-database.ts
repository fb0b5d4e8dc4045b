import pg from 'pg';
import { checkSound } from './check-database.ts';
import { type CopiedTable, copyDatabase } from './schema/copy-database.ts';
import { migrate } from './schema/migrate.ts';

/** Marks a target whose move is incomplete, so that the next run may empty the target. */
const UNFINISHED = 'Sangwian: unfinished move';
const SCHEMAS = ['graphile_worker', 'public'] as const;

export interface MoveOptions {
  /** Connection URL of the source, as the role that owns it. */
  readonly sourceUrl: string;
  /** Connection URL of the target, as the role that owns it. */
  readonly targetUrl: string;
  /** The role of the services in the target, if it differs from the owner. */
  readonly serviceRole?: string | undefined;
  readonly onNote: (text: string) => void;
}

export interface MoveReport {
  readonly tables: readonly CopiedTable[];
  readonly rows: number;
}

async function whileConnected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'sangwian-move' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @throws if a process of the site has a connection to the database */
async function refuseRunningSite(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ application_name: string }>(
    `select distinct application_name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'sangwian-%' and application_name <> 'sangwian-move'`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.application_name).join(', ');
  throw new Error(`The site still uses the ${name} (${names}). Stop all of its processes first.`);
}

/** Empties a target of rows that an interrupted move left. @throws if the target has tables of another origin */
async function claimTarget(client: pg.Client, onNote: MoveOptions['onNote']): Promise<void> {
  const { rows } = await client.query<{ tables: number; mark: string | null }>(
    `select count(*)::int as tables,
       (select obj_description('public'::regnamespace, 'pg_namespace')) as mark
     from pg_tables where schemaname = any($1)`,
    [SCHEMAS],
  );
  const [{ tables, mark } = { tables: 0, mark: null }] = rows;
  if (tables > 0 && mark !== UNFINISHED) {
    throw new Error(
      `The target has ${tables} tables already. Give an empty database; nothing in it was changed.`,
    );
  }
  if (tables > 0) {
    onNote('an earlier move did not end: beginning again');
    for (const schema of SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`);
    await client.query('create schema public');
  }
  await client.query(`comment on schema public is '${UNFINISHED}'`);
}

/**
 * Copies a database into an empty one and leaves the source unchanged. After an interruption, the next run begins
 * again.
 *
 * @throws with a message for the operator if the site runs, the target is not empty, a row count differs, or the ledger
 * of either database is incorrect
 */
export async function moveDatabase(options: MoveOptions): Promise<MoveReport> {
  const { sourceUrl, targetUrl, onNote } = options;
  return whileConnected(sourceUrl, (source) =>
    whileConnected(targetUrl, async (target) => {
      await refuseRunningSite(source, 'source');
      await refuseRunningSite(target, 'target');
      await checkSound(sourceUrl, 'source');
      await claimTarget(target, onNote);
      await migrate(targetUrl, options.serviceRole);
      const tables = await copyDatabase(source, target, ({ table, rows }) => {
        if (rows > 0) onNote(`${table}: ${rows} rows`);
      });
      // Creates the partitions of the coming months, and grants the services' rights.
      await migrate(targetUrl, options.serviceRole);
      await target.query('analyze');
      await checkSound(targetUrl, 'target');
      // A process that started meanwhile may have written rows that were not copied.
      await refuseRunningSite(source, 'source');
      await target.query('comment on schema public is null');
      return { tables, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
    }),
  );
}

import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export interface CopiedTable {
  /** Name of the table with its schema, quoted where needed. */
  readonly table: string;
  readonly rows: number;
}

/** Schemas that contain the tables of the application and of its job queue. */
const SCHEMAS = `('public', 'graphile_worker')`;
const OURS = `c.relnamespace in (select oid from pg_namespace where nspname in ${SCHEMAS})`;

const readColumn = async (client: Client, query: string): Promise<string[]> =>
  (await client.query<[string]>({ text: query, rowMode: 'array' })).rows.map(([value]) => value);

async function runEach(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

/** Returns the tables without partitions. A copy of the partitioned table includes its partitions. */
const listTables = (client: Client): Promise<string[]> =>
  readColumn(
    client,
    `select c.oid::regclass::text from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and ${OURS} order by 1`,
  );

const PARTITIONS = `from pg_class c join pg_inherits on inhrelid = c.oid
  where c.relispartition and c.relkind = 'r' and ${OURS}`;

/**
 * Creates the source's partitions in the target. This is needed because the first partition of a new database covers
 * all earlier months.
 */
async function replacePartitions(source: Client, target: Client): Promise<void> {
  const own = await readColumn(target, `select c.oid::regclass::text ${PARTITIONS}`);
  const wanted = await readColumn(
    source,
    `select format('create table %s partition of %s %s', c.oid::regclass, inhparent::regclass,
       pg_get_expr(c.relpartbound, c.oid)) ${PARTITIONS}`,
  );
  await runEach(target, [...own.map((name) => `drop table ${name}`), ...wanted]);
}

/**
 * Removes the foreign keys of the target and disables its triggers, because tables are filled one after the other.
 *
 * @returns a function that restores both and thereby checks every foreign key
 */
async function suspendRules(target: Client): Promise<() => Promise<void>> {
  const keys = await target.query<{ table: string; name: string; rule: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(k.oid) as rule
     from pg_constraint k join pg_class c on c.oid = conrelid
     where contype = 'f' and conparentid = 0 and ${OURS}`,
  );
  const triggers = await target.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
     from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and tgenabled = 'O' and tgparentid = 0 and ${OURS}`,
  );
  await runEach(target, [
    ...keys.rows.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...triggers.rows.map(({ table, name }) => `alter table ${table} disable trigger ${name}`),
  ]);
  return () =>
    runEach(target, [
      ...triggers.rows.map(({ table, name }) => `alter table ${table} enable trigger ${name}`),
      ...keys.rows.map(
        ({ table, name, rule }) => `alter table ${table} add constraint ${name} ${rule}`,
      ),
    ]);
}

const countRows = async (client: Client, table: string): Promise<number> =>
  Number((await readColumn(client, `select count(*) from ${table}`))[0]);

/**
 * Copies one table with COPY in text format, which is the same in all PostgreSQL versions.
 *
 * @throws if a row is missing
 */
async function copyTable(source: Client, target: Client, table: string): Promise<CopiedTable> {
  const columns = (
    await readColumn(
      source,
      `select quote_ident(attname) from pg_attribute
       where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
    )
  ).join(', ');
  await pipeline(
    source.query(copyTo(`copy (select ${columns} from ${table}) to stdout`)),
    target.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  );
  const [rows, copied] = [await countRows(source, table), await countRows(target, table)];
  if (rows !== copied) throw new Error(`${table} has ${rows} rows, but ${copied} were copied.`);
  return { table, rows };
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const sequences = await readColumn(
    source,
    `select c.oid::regclass::text from pg_class c where c.relkind = 'S' and ${OURS}`,
  );
  for (const name of sequences) {
    const { rows } = await source.query(`select last_value, is_called from ${name}`);
    const [{ last_value: value, is_called: isCalled }] = rows;
    await target.query('select setval($1::regclass, $2, $3)', [name, value, isCalled]);
  }
}

/**
 * Copies all rows into a database with the same schema, in one transaction of each database. Later commits in the
 * source are not copied, and after an error the target is unchanged.
 *
 * @throws if a row count differs or a foreign key is violated
 */
export async function copyDatabase(
  source: Client,
  target: Client,
  onTable: (copied: CopiedTable) => void,
): Promise<readonly CopiedTable[]> {
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin');
  try {
    const [tables, known] = [await listTables(source), new Set(await listTables(target))];
    const unknown = tables.filter((table) => !known.has(table));
    if (unknown.length > 0) {
      throw new Error(
        `The source has tables that this version does not know: ${unknown.join(', ')}. Drop them or move them to another schema.`,
      );
    }
    const restoreRules = await suspendRules(target);
    await replacePartitions(source, target);
    // The migrations have filled some tables, so the target's rows are deleted first.
    await target.query(`truncate ${[...known].join(', ')}`);
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      copied.push(await copyTable(source, target, table));
      onTable(copied.at(-1) as CopiedTable);
    }
    await copySequences(source, target);
    await restoreRules();
    await target.query('commit');
    return copied;
  } catch (error) {
    await target.query('rollback');
    throw error;
  } finally {
    await source.query('rollback');
  }
}

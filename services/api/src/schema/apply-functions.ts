import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';

/** A file of `functions/`, with one SQL function and the triggers that call it. */
export interface SqlFunction {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

interface FunctionTable {
  schema_function: { name: string; hash: string; applied_at: Date };
}

const CREATE = /^create or replace function (\w+)\(/gm;
/** PostgreSQL's error code for a change of a function's result type or argument names. */
const INVALID_DEFINITION = '42P13';

/**
 * Reads the SQL functions of a folder.
 *
 * @throws if a file does not begin with a comment, or does not define exactly the function of its name
 */
export async function readFunctions(folder: string): Promise<SqlFunction[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -'.sql'.length);
      const text = await readFile(join(folder, file), 'utf8');
      const defined = [...text.matchAll(CREATE)].map((match) => match[1]);
      if (defined.length !== 1 || defined[0] !== name) {
        throw new Error(`functions/${file} has to define the function ${name} and no other`);
      }
      if (!text.startsWith('-- ')) throw new Error(`functions/${file} has to begin with a comment`);
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

const newNameNeeded = (name: string): Error =>
  new Error(
    `the SQL function ${name} has another signature in the database: give the new one a new name, ` +
      'so that two versions of the program can run side by side',
  );

/** Refuses overloads, because `create or replace` with changed arguments would add a second function. */
async function refuseOverloads(trx: Transaction<FunctionTable>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    group by proname having count(*) > 1 order by proname`.execute(trx);
  if (rows[0] !== undefined) throw newNameNeeded(rows[0].name);
}

/**
 * Applies each function whose file changed since it was last applied, all in one transaction.
 *
 * @returns the names of the applied functions
 * @throws if a function's signature changed under its old name
 */
export async function applyFunctions<Tables>(
  db: Kysely<Tables>,
  functions: readonly SqlFunction[],
): Promise<string[]> {
  // Only the migrator uses this table, so the services' `Database` type does not have it.
  return (db as unknown as Kysely<FunctionTable>).transaction().execute(async (trx) => {
    await sql`create table if not exists schema_function (
      name text constraint schema_function_pkey primary key,
      hash text not null,
      applied_at timestamptz(3) not null default now())`.execute(trx);
    const rows = await trx.selectFrom('schema_function').select(['name', 'hash']).execute();
    const known = new Map(rows.map((row) => [row.name, row.hash]));
    const changed = functions.filter(({ name, hash }) => known.get(name) !== hash);
    for (const { name, hash, text } of changed) {
      try {
        await sql.raw(text).execute(trx);
      } catch (error) {
        throw (error as { code?: unknown }).code === INVALID_DEFINITION
          ? newNameNeeded(name)
          : error;
      }
      await trx
        .insertInto('schema_function')
        .values({ name, hash, applied_at: new Date() })
        .onConflict((row) => row.column('name').doUpdateSet({ hash, applied_at: new Date() }))
        .execute();
    }
    await refuseOverloads(trx);
    return changed.map(({ name }) => name);
  });
}

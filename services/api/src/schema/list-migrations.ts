import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MigrationProvider } from 'kysely/migration';
import type { Migration } from './migration.ts';

const FILE = /^(\d{4}-[a-z0-9-]+)\.ts$/;

/** Returns the names of a folder's migrations, such as `0009-what-it-does`, oldest first. */
export async function listMigrations(folder: string = import.meta.dirname): Promise<string[]> {
  const names = (await readdir(folder)).flatMap((file) => FILE.exec(file)?.[1] ?? []).sort();
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  if (numbers.size !== names.length) throw new Error('two migrations have the same number');
  return names;
}

/** Loads a folder's migrations by name, in the order in which they run. */
export async function loadMigrations(folder: string): Promise<Map<string, Migration>> {
  const migrations = new Map<string, Migration>();
  for (const name of await listMigrations(folder)) {
    const url = pathToFileURL(join(folder, `${name}.ts`)).href;
    migrations.set(name, (await import(url)) as Migration);
  }
  return migrations;
}

export const providerOf = (migrations: ReadonlyMap<string, Migration>): MigrationProvider => ({
  getMigrations: async () => Object.fromEntries(migrations),
});

import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { endSessionsOfSystem } from '../sessions/sessions.module.ts';
import { parsePartnerFile } from './partner-file.ts';
import { PartnersStore } from './partners.store.ts';

/**
 * Makes the partner systems of a file known, or anew as the file has them: names, keys, switched on or off. Systems that
 * the file does not name stay as they are. Members of one that is switched off are signed out.
 *
 * @returns how many the file names
 * @throws {Error} on a file that cannot be read, is no such file, or holds a private key
 */
export async function loadPartners(db: Kysely<Database>, file: string): Promise<number> {
  const systems = parsePartnerFile(await readFile(file, 'utf8'));
  const store = new PartnersStore(db);
  await db.transaction().execute(async (trx) => {
    for (const system of systems) {
      await store.putSystem(trx, system);
      // Its word counts no longer, and neither does what was opened on it.
      if (!system.active) await endSessionsOfSystem(trx, system.map_system_id, new Date());
    }
  });
  return systems.length;
}

import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { revokeSessionsOfPartner } from '../sessions/sessions.module.ts';
import { parsePartnerFile } from './partner-file.ts';
import { PartnersStore } from './partners.store.ts';

/**
 * Inserts or updates the partners of a file: names, keys, and whether they are enabled. Partners that are not in the
 * file stay unchanged, and so do partners that operators have changed in the console. Members of a disabled partner are
 * signed out.
 *
 * @returns the number of partners in the file
 * @throws {Error} if the file cannot be read, is invalid, or contains a private key
 */
export async function loadPartners(db: Kysely<Database>, file: string): Promise<number> {
  const systems = parsePartnerFile(await readFile(file, 'utf8'));
  const store = new PartnersStore(db);
  await db.transaction().execute(async (trx) => {
    for (const system of systems) {
      const isKept = await store.upsertSystem(trx, system);
      // Revokes the sessions that a disabled partner started.
      if (isKept && !system.active)
        await revokeSessionsOfPartner(trx, system.map_system_id, new Date());
    }
  });
  return systems.length;
}

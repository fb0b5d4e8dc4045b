import { createLogger } from '@sangwian/node-kit/logger';
import { createWallet } from './domains/money/wallet/wallet.module.ts';
import { createDatabase } from './platform/database/create-database.ts';
import { findSchemaGaps } from './schema/migrate.ts';

/**
 * Checks a complete database, before or after a copy.
 *
 * @param name name of the database in error messages, such as `source`
 * @throws {Error} with the faults, if the ledger is incorrect or the schema is not the schema of this release
 */
export async function checkSound(url: string, name: string): Promise<void> {
  const db = createDatabase(url, createLogger('check', 'silent'), {
    // A move is refused while the site has connections. Connections with this name are ignored.
    applicationName: 'sangwian-move',
  });
  try {
    const gaps = await findSchemaGaps(db);
    if (gaps.length > 0) {
      throw new Error(
        `The ${name} lacks ${gaps.join(', ')}. Start and stop the site of this version once.`,
      );
    }
    const faults = await createWallet(db).findFaults();
    if (faults.length > 0) {
      throw new Error(`The ledger of the ${name} has faults:\n${faults.join('\n')}`);
    }
  } finally {
    await db.destroy();
  }
}

import { createLogger } from '@sangwian/node-kit/logger';
import { createWallet } from './domains/money/wallet/wallet.module.ts';
import { createDatabase } from './platform/database/create-database.ts';
import { findSchemaGaps } from './schema/migrate.ts';

/**
 * Checks a database as a whole, before or after it is copied.
 *
 * @param name what the sentences call it, such as `source`
 * @throws {Error} with the faults, if the ledger is not sound or the schema is not that of this release
 */
export async function checkSound(url: string, name: string): Promise<void> {
  const db = createDatabase(url, createLogger('check', 'silent'), {
    // Excluded from the connections of the site's processes that block a move.
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

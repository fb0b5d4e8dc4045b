import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { CoinsStore } from './coins.store.ts';

/** An operator's change of a price or a package. */
export interface PriceChange extends AuditNote {
  /** `null` for the price of one coin in a custom amount. */
  readonly packageId: number | null;
  readonly satang?: number | undefined;
  /** Whether the package is offered; custom amounts always are. */
  readonly isActive?: boolean | undefined;
}

interface Price {
  readonly satang: number;
  readonly isActive: boolean;
}

async function setPackage(
  store: CoinsStore,
  trx: Transaction<Database>,
  packageId: number,
  change: PriceChange,
): Promise<readonly [before: Price, after: Price]> {
  const row = await store.lockPackage(trx, packageId);
  if (row === undefined) throw new ApiError('package_not_found');
  const before = { satang: row.price_satang, isActive: row.is_active };
  const after = {
    satang: change.satang ?? before.satang,
    isActive: change.isActive ?? before.isActive,
  };
  await store.setPackage(trx, packageId, {
    price_satang: after.satang,
    is_active: after.isActive,
  });
  return [before, after];
}

async function setCustom(
  store: CoinsStore,
  trx: Transaction<Database>,
  { satang }: PriceChange,
): Promise<readonly [before: Price, after: Price]> {
  const before = await store.lockSatangPerCoin(trx);
  const after = satang ?? before;
  await store.setSatangPerCoin(trx, after);
  return [
    { satang: before, isActive: true },
    { satang: after, isActive: true },
  ];
}

/**
 * Changes a price, or whether a package is offered, and logs the change. Existing orders keep their price.
 *
 * @returns whether anything changed
 * @throws {ApiError} `package_not_found`
 */
export function changePrice(
  { db, store, clock }: { db: Kysely<Database>; store: CoinsStore; clock: Clock },
  change: PriceChange,
): Promise<boolean> {
  const { packageId, reason, actor } = change;
  return db.transaction().execute(async (trx) => {
    const [before, after] =
      packageId === null
        ? await setCustom(store, trx, change)
        : await setPackage(store, trx, packageId, change);
    if (before.satang === after.satang && before.isActive === after.isActive) return false;
    await store.addChange(trx, {
      coin_package_id: packageId,
      price_before_satang: before.satang,
      price_after_satang: after.satang,
      active_before: before.isActive,
      active_after: after.isActive,
      reason,
      created_by: actor,
      created_at: clock(),
    });
    return true;
  });
}

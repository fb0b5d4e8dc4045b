import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { AuditNote } from '../../../platform/http/audit-note.ts';
import { staleEdit } from '../../../platform/http/stale-edit.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { CoinsStore } from './coins.store.ts';

/** An operator's change of a price or a package. */
export interface PriceChange extends AuditNote {
  /** The package; `null` for the price of one coin in custom amounts. */
  readonly packageId: number | null;
  readonly satang?: number | undefined;
  /** Whether the package is offered. Custom amounts are always offered. */
  readonly isActive?: boolean | undefined;
  /** The version of the row that the operator has read. If it is missing, the change applies to any version. */
  readonly version?: number | undefined;
}

interface Price {
  readonly satang: number;
  readonly isActive: boolean;
}

/** @throws {ApiError} `edit_stale` if the row has changed since the operator read it */
function requireVersion(
  { version }: PriceChange,
  row: { readonly version: number; readonly updated_by: string | null },
  [present, sent]: readonly [present: object, sent: object],
): void {
  if (version !== undefined && version !== row.version) {
    throw staleEdit(present, sent, row.updated_by);
  }
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
  requireVersion(change, row, [
    { satang: before.satang, offered: before.isActive },
    { satang: after.satang, offered: after.isActive },
  ]);
  await store.setPackage(trx, packageId, {
    price_satang: after.satang,
    is_active: after.isActive,
    version: row.version + 1,
    updated_by: change.actor,
  });
  return [before, after];
}

async function setCustom(
  store: CoinsStore,
  trx: Transaction<Database>,
  change: PriceChange,
): Promise<readonly [before: Price, after: Price]> {
  const row = await store.lockCustom(trx);
  const before = row.coin_price_satang;
  const after = change.satang ?? before;
  requireVersion(change, row, [{ satang_per_coin: before }, { satang_per_coin: after }]);
  await store.setCustom(trx, {
    coin_price_satang: after,
    version: row.version + 1,
    updated_by: change.actor,
  });
  return [
    { satang: before, isActive: true },
    { satang: after, isActive: true },
  ];
}

/**
 * Changes a price, or whether a package is offered, and logs the change. Existing orders keep their price.
 *
 * @returns whether anything changed
 * @throws {ApiError} `package_not_found`, `edit_stale`
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

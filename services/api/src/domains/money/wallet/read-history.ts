import { Movement, type MovementKind } from '@sangwian/contract/endpoints/coins';
import type { MemberId } from '@sangwian/contract/ids';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import { endOfBangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { MovementQuery, MovementRow, WalletStore } from './wallet.store.ts';

/** The filter of a history. Days are in Bangkok's time zone, and both bounds are inclusive. */
export interface HistoryFilter {
  readonly kind?: MovementKind | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const movementQueryOf = ({
  kind,
  from,
  to,
}: HistoryFilter): Omit<MovementQuery, 'limit'> => ({
  kind,
  from: from === undefined ? undefined : startOfBangkokDay(from),
  before: to === undefined ? undefined : endOfBangkokDay(to),
});

const presentMovement = (row: MovementRow): Movement => ({
  movement_id: row.transfer_id,
  kind: row.kind,
  coins: row.coins,
  balance_after: row.balance_after,
  about: Movement.shape.about.parse(row.about),
  at: row.at.toISOString(),
});

/**
 * Returns a page of a member's history, latest first.
 *
 * @throws {ApiError} `request_invalid` if the cursor is invalid
 */
export async function readHistory(
  store: WalletStore,
  memberId: MemberId,
  page: HistoryFilter & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ data: Movement[]; next_cursor: string | null }> {
  const after = openCursor(page.cursor, z.uuid()) ?? undefined;
  // One extra row shows whether there is another page.
  const limit = page.limit + 1;
  const rows = await store.findMovements(memberId, { ...movementQueryOf(page), after, limit });
  const { shown, next_cursor } = pageOf(rows, page.limit, (last) => last.transfer_id);
  return { data: shown.map(presentMovement), next_cursor };
}

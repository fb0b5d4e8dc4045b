import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { attemptEach } from '../../../platform/jobs/attempt-each.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { LiveControl } from '../lives/lives.module.ts';
import { OutageStore, OutageWriter } from './outages.store.ts';

/** Members per transaction, which locks their wallets. */
const CHUNK_MEMBERS_MAX = 100;
const PAID_AT_ONCE_MAX = 20;

export interface PayOutageDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'credit'>;
  readonly chunkMembersMax?: number;
}

/** Pays the next members in one transaction. */
function payChunk(
  { db, clock, wallet, chunkMembersMax = CHUNK_MEMBERS_MAX }: PayOutageDeps,
  live: string,
): Promise<{ readonly paid: readonly MemberId[]; readonly isOver: boolean }> {
  return db.transaction().execute(async (trx) => {
    const writer = new OutageWriter(trx);
    const next = await writer.lockNext(live, chunkMembersMax);
    if (next.length === 0) {
      await writer.finish(live, clock());
      return { paid: [], isOver: true };
    }
    const control = new LiveControl(trx);
    const paid: MemberId[] = [];
    for (const { member_id: id, coins, is_refunded: isRefunded, title_th, title_en } of next) {
      if (isRefunded) continue;
      // All refunds of an unlock share this key, so that an unlock is never refunded twice for different
      // reasons.
      const moved = await wallet.credit(trx, {
        memberId: id as MemberId,
        from: 'revenue:premium',
        coins,
        kind: 'unlock_refund',
        idempotencyKey: `unlock_refund:${live}:${id}`,
        about: { type: 'live', id: live, title_th, title_en, reason: 'outage' },
      });
      await control.markRefunded(live, id, clock());
      if (moved) paid.push(id as MemberId);
    }
    await writer.markPaid(
      live,
      next.map((one) => one.member_id),
      clock(),
    );
    return { paid, isOver: false };
  });
}

/**
 * Refunds the outage of a live in chunks. Each chunk is committed together with the progress, so that the
 * next call continues after a crash. Concurrent calls never pay the same member.
 */
async function payOutage(deps: PayOutageDeps, programLiveId: string): Promise<void> {
  for (;;) {
    const { paid, isOver } = await payChunk(deps, programLiveId);
    if (paid.length > 0) deps.bus.publish('wallets:changed', { memberIds: [...paid] });
    deps.bus.publish('staff:changed', { topic: 'orders' });
    if (isOver) return;
  }
}

/** Continues every unfinished refund. */
export async function payOutages(deps: PayOutageDeps): Promise<void> {
  await attemptEach(
    await new OutageStore(deps.db).findUnfinished(PAID_AT_ONCE_MAX),
    (live) => `outage refund of live ${live}`,
    (live) => payOutage(deps, live),
  );
}

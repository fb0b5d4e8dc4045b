import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { LiveControl } from '../lives/lives.module.ts';
import { type BoutControlDeps, refuse } from './bout-context.ts';
import { type AuditNote, BoutControlStore } from './bout-control.store.ts';
import { controlBout, type DeskAct } from './control-bout.ts';

const REFUNDS_AT_ONCE_MAX = 200;

export type LiveAction = 'live-start' | 'live-end' | 'live-cancel';

/** Refunds the unlocks of cancelled lives, in batches. */
export async function refundUnlocks({ db, bus, clock, wallet }: BoutControlDeps): Promise<void> {
  for (;;) {
    const memberIds = await db.transaction().execute(async (trx) => {
      const control = new LiveControl(trx);
      const unlocks = await control.lockUnlocksToRefund(REFUNDS_AT_ONCE_MAX);
      for (const unlock of unlocks) {
        const { program_live_id: live, member_id: memberId } = unlock;
        await wallet.credit(trx, {
          memberId: memberId as MemberId,
          from: 'revenue:premium',
          coins: unlock.coins,
          kind: 'unlock_refund',
          idempotencyKey: `unlock_refund:${live}:${memberId}`,
          about: { type: 'live', id: live, title_th: unlock.title_th, title_en: unlock.title_en },
        });
        await control.markRefunded(live, memberId, clock());
      }
      return unlocks.map((unlock) => unlock.member_id as MemberId);
    });
    if (memberIds.length === 0) return;
    bus.publish('wallets:changed', { memberIds });
  }
}

/**
 * Returns whether an act of the console has already been done.
 *
 * @throws {ApiError} `live_not_found`; `edit_stale` for an act on an older version of the live
 */
async function isDone(
  { db }: BoutControlDeps,
  programLiveId: string,
  { actId, version }: DeskAct,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const live = await new LiveControl(trx).lockLive(programLiveId);
    if (live === undefined) throw new ApiError('live_not_found');
    if (await new BoutControlStore(trx).hasAct(actId)) return true;
    if (live.revision !== version) throw new ApiError('edit_stale');
    return false;
  });
}

/** Cancels every bout without a result. */
async function cancelBouts(
  deps: BoutControlDeps,
  programLiveId: string,
  note: AuditNote,
): Promise<void> {
  const { db } = deps;
  const store = new BoutControlStore(db);
  const bouts = await db
    .transaction()
    .execute((trx) => new LiveControl(trx).findBouts(programLiveId));
  for (const matchLiveId of bouts) {
    if ((await store.findRuling(matchLiveId)) !== undefined) continue;
    await controlBout(deps, matchLiveId, { action: 'cancel' }, note);
  }
}

/**
 * Starts, ends or cancels a live. A cancellation also cancels its bouts, refunds its unlocks and makes the redeem
 * codes that unlocked it usable again.
 *
 * @throws {ApiError} `live_not_found`; `request_invalid` with the reason; `edit_stale` for an act of the console
 *   on an older version of the live
 */
export async function controlLive(
  deps: BoutControlDeps,
  programLiveId: string,
  action: LiveAction,
  note: AuditNote,
  desk?: DeskAct,
): Promise<void> {
  const { db, bus, clock, redeem } = deps;
  const isCancellation = action === 'live-cancel';
  if (isCancellation) {
    // Checked first, because each cancelled bout increments the live's version.
    if (desk !== undefined && (await isDone(deps, programLiveId, desk))) return;
    await cancelBouts(deps, programLiveId, note);
  }
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const control = new LiveControl(trx);
    const live = await control.lockLive(programLiveId);
    if (live === undefined) throw new ApiError('live_not_found');
    const store = new BoutControlStore(trx);
    if (desk !== undefined) {
      if (await store.hasAct(desk.actId)) return;
      if (!isCancellation && live.revision !== desk.version) throw new ApiError('edit_stale');
    }
    const details: { codes_given_back?: number } = {};
    if (action === 'live-start') {
      if (live.status !== 'not_started') throw refuse('the live has begun already');
      await control.setLive(programLiveId, { status: 'in_progress' });
    } else {
      if (live.status === 'ended') throw refuse('the live is over');
      for (const id of await control.findBouts(programLiveId)) {
        const bout = await control.lockBout(id);
        if (bout?.status === 'in_progress') throw refuse('a bout is in progress: end it first');
      }
      const cancelled = isCancellation ? { cancelled_at: now } : {};
      await control.setLive(programLiveId, { status: 'ended', ended_at: now, ...cancelled });
      if (isCancellation) {
        details.codes_given_back = await redeem.restoreUses(trx, programLiveId);
      }
    }
    const done = { note, programLiveId, matchLiveId: null, action, details, now };
    await store.log(trx, { ...done, actId: desk?.actId });
  });
  bus.publish('live:changed', { programLiveId: programLiveId as ProgramLiveId });
  if (isCancellation) await refundUnlocks(deps);
}

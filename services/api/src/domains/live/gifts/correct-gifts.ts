import { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { Corner } from '@sangwian/contract/endpoints/live';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import { attemptEach } from '../../../platform/jobs/attempt-each.ts';
import type { Database } from '../../../schema/database.ts';
import type { BoutFacts } from '../lives/lives.module.ts';
import {
  type CornerRefund,
  CorrectionStore,
  CorrectionWriter,
  type RefundTotal,
} from './correction.store.ts';
import { aboutOf, type BoutOutcome, refundsOf } from './gift-rules.ts';
import {
  CHUNK_MEMBERS_MAX,
  enqueueSettlement,
  noticeRefunds,
  publishRefunds,
  type SettleDeps,
} from './settle-bouts.ts';

const CORNERS = ['red', 'blue'] as const;
const CORRECTED_AT_ONCE_MAX = 20;

/** The refund of a corrected result, as a preview or as ordered. */
export interface Correction extends RefundTotal {
  readonly corners: readonly Corner[];
}

/**
 * Computes the refund of a corrected result: the corners that the new result refunds and that have not been
 * refunded.
 */
export async function previewCorrection(
  db: Kysely<Database>,
  { matchLiveId, drawRefunds }: Pick<BoutFacts, 'matchLiveId' | 'drawRefunds'>,
  outcome: BoutOutcome,
): Promise<Correction> {
  const store = new CorrectionStore(db);
  const refunded = refundsOf(outcome, drawRefunds);
  const wanted = CORNERS.filter((corner) => refunded[corner]);
  const corners = await store.findUnrefunded(matchLiveId, wanted);
  return { corners, ...(await store.sumGifts(matchLiveId, corners)) };
}

/**
 * Orders the refund of a corrected result, in the caller's transaction. The coins are transferred after the
 * commit and after the bout's settlement. No member loses coins.
 */
export async function orderCorrection(
  trx: Transaction<Database>,
  bout: BoutFacts,
  outcome: BoutOutcome,
  now: Date,
): Promise<Correction> {
  const correction = await previewCorrection(trx, bout, outcome);
  const writer = new CorrectionWriter(trx);
  const about = { ...aboutOf(bout), reason: 'result_corrected' as const };
  const { matchLiveId, programLiveId } = bout;
  for (const corner of correction.corners) {
    await writer.open({ matchLiveId, programLiveId, corner, about, now });
  }
  if (correction.corners.length > 0) await enqueueSettlement(trx, matchLiveId);
  return correction;
}

interface Chunk {
  readonly programLiveId: ProgramLiveId;
  readonly about: MovementAbout;
  readonly paid: readonly CornerRefund[];
  readonly isLast: boolean;
}

/** Pays the next members or finishes the correction, in one transaction. Returns `null` if there is nothing to do. */
function payChunk(deps: SettleDeps, matchLiveId: string, corner: Corner): Promise<Chunk | null> {
  const { db, clock, wallet, chunkMembersMax = CHUNK_MEMBERS_MAX } = deps;
  return db.transaction().execute(async (trx) => {
    const writer = new CorrectionWriter(trx);
    const correction = await writer.lock(matchLiveId, corner);
    if (correction === undefined) return null;
    const about = MovementAbout.parse(correction.about);
    const programLiveId = correction.program_live_id as ProgramLiveId;
    const next = await writer.findNext(correction, chunkMembersMax);
    const last = next.at(-1);
    if (last === undefined) {
      await writer.finish(matchLiveId, corner, clock());
      return { programLiveId, about, paid: [], isLast: true };
    }
    const refunds = next.filter(({ coins }) => coins > 0);
    const paid = await wallet.refundCorrected(trx, { matchLiveId, corner, about, refunds });
    const coins = paid.reduce((sum, one) => sum + one.coins, 0);
    await writer.advance(matchLiveId, corner, {
      doneTo: last.memberId,
      members: paid.length,
      coins,
    });
    const noticed = {
      matchLiveId,
      programLiveId,
      about,
      refunds: paid,
      reason: 'corrected',
    } as const;
    await noticeRefunds(trx, clock(), { ...noticed, part: `corrected:${corner}` });
    return { programLiveId, about, paid, isLast: false };
  });
}

/**
 * Pays a correction in chunks. Each chunk is committed together with the progress, so that the next call
 * continues after a crash. Concurrent calls wait for each other and never pay the same chunk.
 */
export async function payCorrection(
  deps: SettleDeps,
  matchLiveId: string,
  corner: Corner,
): Promise<void> {
  for (;;) {
    const chunk = await payChunk(deps, matchLiveId, corner);
    if (chunk === null) return;
    const { about, programLiveId, paid, isLast } = chunk;
    publishRefunds(deps.bus, { matchLiveId, about, refunds: paid, reason: 'corrected' });
    if (isLast) {
      deps.bus.publish('bout:decided', {
        programLiveId,
        matchLiveId: matchLiveId as MatchLiveId,
        state: 'settled',
      });
      return;
    }
  }
}

/** Pays every correction whose bout is settled. */
export async function payCorrections(deps: SettleDeps): Promise<void> {
  await attemptEach(
    await new CorrectionStore(deps.db).findOpen(CORRECTED_AT_ONCE_MAX),
    ({ match_live_id, corner }) => `correction of bout ${match_live_id}, ${corner}`,
    ({ match_live_id, corner }) => payCorrection(deps, match_live_id, corner),
  );
}

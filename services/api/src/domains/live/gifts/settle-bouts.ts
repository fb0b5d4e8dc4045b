import { MovementAbout } from '@sangwian/contract/endpoints/coins';
import type { MatchLiveId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import type { RefundReason } from '@sangwian/contract/sockets/event-namespace';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { attemptEach } from '../../../platform/jobs/attempt-each.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import { addNotices } from '../../../platform/notices/add-notices.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Wallet } from '../../money/wallet/wallet.module.ts';
import { SettlementReader, SettlementWriter } from './settlement.store.ts';

/** Members per transaction, which locks their wallets. Chunks four times as large were no faster overall. */
export const CHUNK_MEMBERS_MAX = 250;
/** Maximum number of bouts per run of the task. */
const SETTLED_AT_ONCE_MAX = 20;
/**
 * The name of the task that settles bouts and of its queue. Only one settlement runs at a time, which leaves
 * money connections for gifts.
 */
export const SETTLEMENT_TASK = 'gift_settlement';

export interface SettleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'refundGifts' | 'closeEscrows' | 'refundCorrected'>;
  readonly chunkMembersMax?: number;
}

/** Refunds of a bout's gifts, with the facts for the notices of the refunded members. */
interface NoticedRefund {
  readonly matchLiveId: string;
  readonly programLiveId: ProgramLiveId;
  readonly about: MovementAbout;
  readonly reason: RefundReason;
  /** Distinguishes the refunds of one bout in the keys of notices: `settled` or `corrected:{corner}`. */
  readonly part: string;
  readonly refunds: readonly { readonly memberId: string; readonly coins: number }[];
}

/** Writes the notices of refunds, in the transaction that transfers their coins. */
export async function noticeRefunds(
  trx: Transaction<Database>,
  now: Date,
  { matchLiveId, programLiveId, about, reason, part, refunds }: NoticedRefund,
): Promise<void> {
  const title = { th: about.title_th ?? '', en: about.title_en ?? '' };
  const facts = { match_live_id: matchLiveId as MatchLiveId, program_live_id: programLiveId };
  await addNotices(
    trx,
    now,
    refunds.map(({ memberId, coins }) => ({
      memberId: memberId as MemberId,
      key: `cheer_refunded:${matchLiveId}:${part}`,
      about: { kind: 'cheer_refunded', ...facts, title, coins, reason },
    })),
  );
}

/** Publishes that these members have a new balance and a new notice. Called after the commit. */
export function publishRefunds(
  bus: Bus,
  { matchLiveId, about, reason, refunds }: Omit<NoticedRefund, 'part' | 'programLiveId'>,
): void {
  if (refunds.length === 0) return;
  const memberIds = refunds.map(({ memberId }) => memberId as MemberId);
  bus.publish('gift:refunded', {
    matchLiveId: matchLiveId as MatchLiveId,
    title: { th: about.title_th ?? '', en: about.title_en ?? '' },
    reason,
    refunds: refunds.map(({ coins }, index) => ({
      memberId: memberIds[index] as MemberId,
      coins,
    })),
  });
  bus.publish('notices:changed', { memberIds });
}

interface Chunk {
  readonly programLiveId: ProgramLiveId;
  readonly about: MovementAbout;
  readonly refunds: readonly { readonly memberId: string; readonly coins: number }[];
  readonly isLast: boolean;
}

/**
 * Refunds the next members or finishes the settlement, in one transaction. Returns `null` if the settlement
 * is already finished.
 */
function settleChunk(deps: SettleDeps, matchLiveId: string): Promise<Chunk | null> {
  const { db, clock, wallet, chunkMembersMax = CHUNK_MEMBERS_MAX } = deps;
  return db.transaction().execute(async (trx) => {
    const writer = new SettlementWriter(trx);
    const settlement = await writer.lock(matchLiveId);
    if (settlement === undefined) return null;
    const about = MovementAbout.parse(settlement.about);
    const programLiveId = settlement.program_live_id as ProgramLiveId;
    const isRefund = settlement.refund_red || settlement.refund_blue;
    const next = isRefund ? await writer.findNext(settlement, chunkMembersMax) : [];
    const last = next.at(-1);
    if (last !== undefined) {
      const refunded = next.filter(({ red, blue }) => red + blue > 0);
      const coins = await wallet.refundGifts(trx, { matchLiveId, about, refunds: refunded });
      await writer.advance(matchLiveId, last.memberId, coins);
      const refunds = refunded.map(({ memberId, red, blue }) => ({ memberId, coins: red + blue }));
      const noticed = { matchLiveId, programLiveId, about, refunds, reason: 'settled' } as const;
      await noticeRefunds(trx, clock(), { ...noticed, part: 'settled' });
      return { programLiveId, about, refunds, isLast: false };
    }
    const keep = { red: !settlement.refund_red, blue: !settlement.refund_blue };
    const kept = await wallet.closeEscrows(trx, matchLiveId, keep);
    await writer.finish(matchLiveId, kept, clock());
    return { programLiveId, about, refunds: [], isLast: true };
  });
}

/**
 * Settles a bout's decided gifts in chunks. Each chunk is committed together with the progress, so that the
 * next call continues after a crash. Concurrent calls wait for each other and never refund the same chunk.
 */
export async function settleBout(deps: SettleDeps, matchLiveId: string): Promise<void> {
  const { bus } = deps;
  for (;;) {
    const chunk = await settleChunk(deps, matchLiveId);
    if (chunk === null) return;
    const { about, programLiveId, refunds } = chunk;
    publishRefunds(bus, { matchLiveId, about, refunds, reason: 'settled' });
    if (chunk.isLast) {
      bus.publish('bout:decided', {
        programLiveId,
        matchLiveId: matchLiveId as MatchLiveId,
        state: 'settled',
      });
      return;
    }
  }
}

/** Adds the job that settles a bout and pays its corrections. Call it in the transaction that decides on the gifts. */
export const enqueueSettlement = (trx: Transaction<Database>, matchLiveId: string): Promise<void> =>
  addJob(trx, SETTLEMENT_TASK, {
    key: `${SETTLEMENT_TASK} ${matchLiveId}`,
    queue: SETTLEMENT_TASK,
  });

/** Settles every bout whose gifts are decided. */
export async function settleDue(deps: SettleDeps): Promise<void> {
  const due = await new SettlementReader(deps.db).findUnsettled(SETTLED_AT_ONCE_MAX);
  await attemptEach(
    due,
    (matchLiveId) => `settlement of bout ${matchLiveId}`,
    (matchLiveId) => settleBout(deps, matchLiveId),
  );
}

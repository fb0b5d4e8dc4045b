import type { OutageLine, OutageReport } from '@sangwian/contract/endpoints/operator/outages';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { readBouts } from '../recordings/recordings.module.ts';
import { type FoughtBout, measureOutage, type Outage } from './outage-rules.ts';
import { type AffectedRow, OutageStore, type PaidLive, type RefundRow } from './outages.store.ts';

const LISTED_LIVES_MAX = 100;
const LISTED_MS = 30 * 24 * 60 * 60_000;
const SHOWN_MEMBERS_MAX = 500;

/**
 * Returns the bouts that were fought in a live, with the times of the operator's actions. A bout that was not
 * ended lasts until the end of the live.
 */
async function readFought(db: Kysely<Database>, live: PaidLive): Promise<FoughtBout[]> {
  const bouts = await readBouts(db, live.program_live_id);
  return bouts.map(({ matchLiveId, bellAt, endedAt }) => ({
    matchLiveId,
    fromMs: bellAt.getTime(),
    toMs: (endedAt ?? live.ended_at).getTime(),
  }));
}

/**
 * Measures the outage of an ended live; `null` if no video was ever reported, for example by another media
 * engine.
 *
 * Measures only until the end of the last bout, because encoders are often switched off before the live is
 * ended.
 */
async function measure(db: Kysely<Database>, live: PaidLive): Promise<Outage | null> {
  const pictures = await new OutageStore(db).findPictures(live);
  if (pictures.length === 0) return null;
  const fought = await readFought(db, live);
  const endedMs = live.ended_at.getTime();
  const lastMs = fought.length === 0 ? endedMs : Math.max(...fought.map(({ toMs }) => toMs));
  const window = { fromMs: live.began_at.getTime(), toMs: Math.min(endedMs, lastMs) };
  return measureOutage(pictures, window, fought);
}

const presentRefund = (row: RefundRow & { readonly done: number }): OutageLine['refund'] => ({
  outage_refund_id: row.outage_refund_id,
  coins: row.refunded_coins,
  ...{ members: row.members, members_done: row.done, reason: row.reason, by: row.created_by },
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

const presentLine = (
  live: PaidLive,
  outage: Outage,
  refunds: readonly (RefundRow & { readonly done: number })[],
): OutageLine => {
  const refund = refunds.find((one) => one.program_live_id === live.program_live_id);
  return {
    program_live_id: live.program_live_id,
    title: { th: live.title_th, en: live.title_en },
    ended_at: live.ended_at.toISOString(),
    missing_ms: outage.missingMs,
    worst_share: Math.max(0, ...outage.bouts.map(({ share }) => Math.min(1, share))),
    refund: refund === undefined ? null : presentRefund(refund),
  };
};

/** Lists the lives whose outage is long enough for a refund, newest first. */
export async function listOutages(db: Kysely<Database>, now: Date): Promise<OutageLine[]> {
  const store = new OutageStore(db);
  const lives = await store.findEnded(new Date(now.getTime() - LISTED_MS), LISTED_LIVES_MAX);
  const refunds = await store.findRefunds(lives.map((live) => live.program_live_id));
  const lines: OutageLine[] = [];
  for (const live of lives) {
    const outage = await measure(db, live);
    if (outage?.isOffered === true) lines.push(presentLine(live, outage, refunds));
  }
  return lines;
}

/** Returns the members to whom a refund returns coins. */
export const refundable = (affected: readonly AffectedRow[]): readonly AffectedRow[] =>
  affected.filter(({ via, coins, is_refunded }) => via === 'coins' && coins > 0 && !is_refunded);

interface MeasuredOutage {
  readonly live: PaidLive;
  readonly outage: Outage;
  readonly affected: readonly AffectedRow[];
}

/** Measures the outage of a live and finds the affected members. @throws {ApiError} `outage_not_found` */
export async function readOutage(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
): Promise<MeasuredOutage> {
  const store = new OutageStore(db);
  const live = await store.findLive(programLiveId);
  const outage = live === undefined ? null : await measure(db, live);
  if (live === undefined || outage?.isOffered !== true) throw new ApiError('outage_not_found');
  return { live, outage, affected: await store.findAffected(live, outage.gaps) };
}

/** Returns an outage with its refund, for the console. @throws {ApiError} `outage_not_found` */
export async function reportOutage(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
): Promise<OutageReport> {
  const { live, outage, affected } = await readOutage(db, programLiveId);
  const line = presentLine(live, outage, await new OutageStore(db).findRefunds([programLiveId]));
  const owed = line.refund === null ? refundable(affected) : [];
  return {
    ...line,
    gaps: outage.gaps.map(({ fromMs, toMs }) => ({
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
    })),
    bouts: outage.bouts.map(({ matchLiveId, missingMs, share }) => ({
      match_live_id: matchLiveId as MatchLiveId,
      ...{ missing_ms: missingMs, share: Math.min(1, share) },
    })),
    coins: owed.reduce((sum, { coins }) => sum + coins, 0),
    members: owed.length,
    affected: affected.slice(0, SHOWN_MEMBERS_MAX).map((one) => ({
      ...{ member_id: one.member_id, name: one.name, via: one.via, missed_ms: one.missed_ms },
      ...{ coins: one.coins, refunded: one.is_refunded },
    })),
  };
}

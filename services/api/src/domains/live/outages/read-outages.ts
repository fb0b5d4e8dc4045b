import type { OutageLine, OutageReport } from '@sangwian/contract/endpoints/operator/outages';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { readBouts } from '../recordings/recordings.module.ts';
import { findStopped, type StoppedSpan } from '../telemetry/telemetry.module.ts';
import { type ConfirmationRow, ConfirmationStore } from './confirmation.store.ts';
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

interface PlayersReport {
  readonly stopped: readonly StoppedSpan[];
  readonly confirmations: readonly ConfirmationRow[];
}

/** Returns what players reported about lives, and what operators confirmed of it. */
async function readReported(
  db: Kysely<Database>,
  lives: readonly PaidLive[],
): Promise<(live: PaidLive) => PlayersReport> {
  const ids = lives.map((live) => live.program_live_id);
  const [stopped, confirmations] = await Promise.all([
    findStopped(db, ids),
    new ConfirmationStore(db).find(ids),
  ]);
  return ({ program_live_id: id, began_at, ended_at }) => ({
    stopped: (stopped.get(id) ?? []).filter(
      ({ fromMs, toMs }) => toMs > began_at.getTime() && fromMs < ended_at.getTime(),
    ),
    confirmations: confirmations.filter((one) => one.program_live_id === id),
  });
}

/**
 * Measures the outage of an ended live: the gaps of the packager, unless another media engine reports none, and the
 * periods that an operator confirmed.
 *
 * Measures only until the end of the last bout, because encoders are often switched off before the live is
 * ended.
 */
async function measure(
  db: Kysely<Database>,
  live: PaidLive,
  { confirmations }: PlayersReport,
): Promise<Outage> {
  const pictures = await new OutageStore(db).findPictures(live);
  const fought = await readFought(db, live);
  const endedMs = live.ended_at.getTime();
  const lastMs = fought.length === 0 ? endedMs : Math.max(...fought.map(({ toMs }) => toMs));
  const window = { fromMs: live.began_at.getTime(), toMs: Math.min(endedMs, lastMs) };
  const confirmed = confirmations.map((one) => ({
    fromMs: one.began_at.getTime(),
    toMs: one.ended_at.getTime(),
  }));
  return measureOutage(pictures.length === 0 ? null : pictures, window, fought, confirmed);
}

const presentRefund = (row: RefundRow & { readonly done: number }): OutageLine['refund'] => ({
  outage_refund_id: row.outage_refund_id,
  coins: row.refunded_coins,
  ...{ members: row.members, members_done: row.done, reason: row.reason, by: row.created_by },
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

const confirmationOf = (
  { fromMs, toMs }: StoppedSpan,
  { confirmations }: PlayersReport,
): ConfirmationRow | undefined =>
  confirmations.find(
    ({ began_at, ended_at }) => began_at.getTime() === fromMs && ended_at.getTime() >= toMs,
  );

const presentLine = (
  live: PaidLive,
  outage: Outage,
  reported: PlayersReport,
  refunds: readonly (RefundRow & { readonly done: number })[],
): OutageLine => {
  const refund = refunds.find((one) => one.program_live_id === live.program_live_id);
  return {
    program_live_id: live.program_live_id,
    title: { th: live.title_th, en: live.title_en },
    ended_at: live.ended_at.toISOString(),
    missing_ms: outage.missingMs,
    worst_share: Math.max(0, ...outage.bouts.map(({ share }) => Math.min(1, share))),
    offered: outage.isOffered,
    reported: reported.stopped.map((span) => ({
      from: new Date(span.fromMs).toISOString(),
      to: new Date(span.toMs).toISOString(),
      sessions: span.sessions,
      confirmed_by: confirmationOf(span, reported)?.created_by ?? null,
    })),
    refund: refund === undefined ? null : presentRefund(refund),
  };
};

/** Lists the lives whose outage is long enough for a refund, or whose players reported one, newest first. */
export async function listOutages(db: Kysely<Database>, now: Date): Promise<OutageLine[]> {
  const store = new OutageStore(db);
  const lives = await store.findEnded(new Date(now.getTime() - LISTED_MS), LISTED_LIVES_MAX);
  const refunds = await store.findRefunds(lives.map((live) => live.program_live_id));
  const reportedOf = await readReported(db, lives);
  const lines: OutageLine[] = [];
  for (const live of lives) {
    const reported = reportedOf(live);
    const outage = await measure(db, live, reported);
    if (outage.isOffered || reported.stopped.length > 0)
      lines.push(presentLine(live, outage, reported, refunds));
  }
  return lines;
}

/** Returns the members to whom a refund returns coins. */
export const refundable = (affected: readonly AffectedRow[]): readonly AffectedRow[] =>
  affected.filter(({ via, coins, is_refunded }) => via === 'coins' && coins > 0 && !is_refunded);

interface MeasuredOutage {
  readonly live: PaidLive;
  readonly outage: Outage;
  readonly reported: PlayersReport;
  readonly affected: readonly AffectedRow[];
}

/** Measures the outage of a live and finds the affected members. @throws {ApiError} `outage_not_found` */
export async function readOutage(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
): Promise<MeasuredOutage> {
  const store = new OutageStore(db);
  const live = await store.findLive(programLiveId);
  if (live === undefined) throw new ApiError('outage_not_found');
  const reported = (await readReported(db, [live]))(live);
  const outage = await measure(db, live, reported);
  if (!outage.isOffered && reported.stopped.length === 0) throw new ApiError('outage_not_found');
  return { live, outage, reported, affected: await store.findAffected(live, outage.gaps) };
}

/** Returns an outage with its refund, for the console. @throws {ApiError} `outage_not_found` */
export async function reportOutage(
  db: Kysely<Database>,
  programLiveId: ProgramLiveId,
): Promise<OutageReport> {
  const { live, outage, reported, affected } = await readOutage(db, programLiveId);
  const refunds = await new OutageStore(db).findRefunds([programLiveId]);
  const line = presentLine(live, outage, reported, refunds);
  const owed = outage.isOffered && line.refund === null ? refundable(affected) : [];
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

import type { Match } from '@sangwian/contract/endpoints/live';
import type { Show, ShowBout, ShowLive } from '@sangwian/contract/endpoints/operator/show';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { HOLD_MS, undoOffer } from '../../live/bout-control/bout-control.module.ts';
import type { Chat } from '../../live/chat/chat.module.ts';
import type { LivePresenter } from '../../live/lives/lives.module.ts';
import { type DeskBoutRow, type RefundProgress, ShowDeskStore } from './show-desk.store.ts';

const HOUR_MS = 3_600_000;
/** A live that begins or ended within this time is tonight's. */
const TONIGHT_MS = 12 * HOUR_MS;
const SHOWN_ACTS_MAX = 40;

export interface ReadShowDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly lives: LivePresenter;
  readonly chat: Pick<Chat, 'stateOf'>;
}

interface Parts {
  readonly rows: ReadonlyMap<string, DeskBoutRow>;
  readonly progress: ReadonlyMap<string, RefundProgress>;
  readonly corrections: Awaited<ReturnType<ShowDeskStore['findCorrections']>>;
  readonly lastActs: Awaited<ReturnType<ShowDeskStore['findLastActs']>>;
  readonly staffId: string;
  readonly now: Date;
}

function decisionOf(row: DeskBoutRow, staffId: string): ShowBout['decision'] {
  const { outcome, recorded_at: at, recorded_by: by } = row;
  if (outcome === null || at === null || by === null) return null;
  const isConfirmed = row.confirmed_at !== null;
  return {
    outcome,
    recorded_by: by,
    recorded_at: at.toISOString(),
    recorded_by_me: row.recorded_by_staff_id === staffId,
    hold_ends_at: isConfirmed ? null : new Date(at.getTime() + HOLD_MS).toISOString(),
    confirmed_by: row.confirmed_by,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
  };
}

function settlementOf(
  row: DeskBoutRow,
  progress: RefundProgress | undefined,
): ShowBout['settlement'] {
  if (row.decided_at === null) return null;
  const refunded = row.refunded_coins ?? 0;
  return {
    refunded_corners: [
      ...(row.refund_red === true ? (['red'] as const) : []),
      ...(row.refund_blue === true ? (['blue'] as const) : []),
    ],
    refunded_coins: refunded,
    kept_coins: row.kept_coins ?? 0,
    total_coins: progress?.coins ?? refunded,
    members: progress?.members ?? 0,
    members_done: progress?.members_done ?? 0,
    decided_at: row.decided_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

function presentBout(match: Match, parts: Parts): ShowBout[] {
  const id = match.match_live_id;
  const row = parts.rows.get(id);
  // The card changed between two statements. The next read contains the bout.
  if (row === undefined) return [];
  const last = parts.lastActs.find((one) => one.match_live_id === id);
  const isDecided = row.outcome !== null;
  const undo = last === undefined || isDecided ? null : undoOffer(last, parts.staffId, parts.now);
  return [
    {
      ...match,
      version: row.version,
      ended_round: row.ended_round,
      gifts_enabled: row.gifts_enabled,
      gifts: { red: row.red, blue: row.blue },
      decision: decisionOf(row, parts.staffId),
      settlement: settlementOf(row, parts.progress.get(id)),
      corrections: parts.corrections
        .filter((one) => one.match_live_id === id)
        .map((one) => ({
          corner: one.corner,
          refunded_members: one.refunded_members,
          refunded_coins: one.refunded_coins,
          ordered_at: one.created_at.toISOString(),
          finished_at: one.finished_at?.toISOString() ?? null,
        })),
      undo:
        undo === null ? null : { action: undo.action, until: undo.until?.toISOString() ?? null },
    },
  ];
}

/**
 * Reads the data of the Tonight place: the requested live, or tonight's live.
 *
 * @throws {ApiError} `live_not_found` for a requested live that does not exist
 */
export async function readShow(
  { db, clock, lives, chat }: ReadShowDeps,
  staffId: string,
  requested?: ProgramLiveId,
): Promise<Show> {
  const store = new ShowDeskStore(db);
  const now = clock();
  const around = [now.getTime() - TONIGHT_MS, now.getTime() + TONIGHT_MS] as const;
  const id =
    requested ?? (await store.findTonight(new Date(around[0]), new Date(around[1]))) ?? null;
  const empty: Show = {
    server_time: now.toISOString(),
    hold_s: HOLD_MS / 1_000,
    live: null,
    bouts: [],
    current_match_live_id: null,
    pin: null,
    announcement: null,
    acts: [],
  };
  if (id === null) return empty;
  const programLiveId = id as ProgramLiveId;
  const [live, own, bouts, progress, corrections, lastActs, acts, room] = await Promise.all([
    lives.readLive(programLiveId),
    store.findLive(programLiveId),
    store.findBouts(programLiveId),
    store.findProgress(programLiveId, now),
    store.findCorrections(programLiveId),
    store.findLastActs(programLiveId),
    store.findActs(programLiveId, SHOWN_ACTS_MAX),
    chat.stateOf(programLiveId),
  ]);
  if (own === undefined) throw new ApiError('live_not_found');
  const parts: Parts = {
    rows: new Map(bouts.map((row) => [row.match_live_id, row])),
    progress: new Map(progress.map((row) => [row.match_live_id, row])),
    ...{ corrections, lastActs, staffId, now },
  };
  const shown: ShowLive = {
    program_live_id: programLiveId,
    program_id: live.program_id,
    version: own.version,
    title: live.title,
    stadium: live.stadium,
    promotion: live.promotion,
    status: live.status,
    access: live.access,
    starts_at: live.starts_at,
    began_at: own.began_at?.toISOString() ?? live.starts_at,
    ended_at: live.ended_at,
    viewers: live.viewers,
  };
  return {
    ...empty,
    live: shown,
    bouts: live.matches.flatMap((match) => presentBout(match, parts)),
    current_match_live_id: live.current_match_live_id,
    pin: room.pin,
    announcement: room.announcement,
    acts: acts.map((act) => ({
      show_action_id: act.show_action_id,
      action: act.action,
      match_live_id: act.match_live_id as MatchLiveId | null,
      by: act.created_by,
      reason: act.reason,
      at: act.created_at.toISOString(),
    })),
  };
}

import type { ReplayMoments } from '@sangwian/contract/endpoints/replay';
import type { ChatMessageId, MatchLiveId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import type { Members } from '../../identity/members/members.module.ts';
import type { BoutTimes } from './chapter-rules.ts';
import type { MomentStore, TimeRange } from './moment.store.ts';
import { positionAt, type ReplayTrack, wallAt } from './replay-timeline.ts';

/** Duration of a window. Later lines would reveal events that the fan has not seen yet. */
const WINDOW_MS = 60_000;
/** Gifts to a bout can be sent from its walk-outs on. */
const GIFTS_BEFORE_BELL_MS = 60 * 60_000;

export interface MomentDeps {
  readonly store: MomentStore;
  readonly members: Pick<Members, 'findMemberNames'>;
}

interface MomentRequest {
  readonly programLiveId: ProgramLiveId;
  readonly readerId: MemberId;
  readonly fromMs: number;
}

/** Returns the gift totals at a time of the bout that began last. */
async function readBar(
  { store }: MomentDeps,
  times: readonly BoutTimes[],
  at: Date,
): Promise<ReplayMoments['bar']> {
  const bout = times.findLast(({ bellAt }) => bellAt <= at);
  if (bout === undefined) return null;
  const from = new Date(bout.bellAt.getTime() - GIFTS_BEFORE_BELL_MS);
  const sums = await store.sumGifts(bout.matchLiveId, { from, before: at });
  return { match_live_id: bout.matchLiveId as MatchLiveId, ...sums };
}

/** Reads one minute of a replay's chat lines and gifts, starting at a position in the video. */
export async function readMoments(
  deps: MomentDeps,
  { track, times }: { readonly track: ReplayTrack; readonly times: readonly BoutTimes[] },
  { programLiveId, readerId, fromMs }: MomentRequest,
): Promise<ReplayMoments> {
  const untilMs = fromMs + WINDOW_MS;
  const window = { from_ms: fromMs, until_ms: untilMs };
  const [fromWallMs, untilWallMs] = [wallAt(track, fromMs), wallAt(track, untilMs)];
  if (fromWallMs === null) return { ...window, lines: [], gifts: [], bar: null };
  const range: TimeRange = {
    from: new Date(fromWallMs),
    before: new Date(untilWallMs ?? fromWallMs + WINDOW_MS),
  };
  const [lines, gifts, bar] = await Promise.all([
    deps.store.findLines(programLiveId, readerId, range),
    deps.store.findGifts(programLiveId, range),
    readBar(deps, times, range.from),
  ]);
  const names = await deps.members.findMemberNames(gifts.map((row) => row.member_id as MemberId));
  const placed = <Row extends { readonly sent_at: Date }>({ sent_at: sentAt, ...row }: Row) => {
    const at_ms = positionAt(track, sentAt.getTime());
    return at_ms === null ? [] : [{ ...row, at_ms }];
  };
  return {
    ...window,
    lines: lines.flatMap(placed).map((row) => ({
      ...row,
      chat_message_id: row.chat_message_id as ChatMessageId,
      member_id: row.member_id as MemberId,
    })),
    gifts: gifts.flatMap(placed).map(({ member_id: memberId, ...row }) => ({
      ...row,
      match_live_id: row.match_live_id as MatchLiveId,
      member_name: names.get(memberId as MemberId)?.name ?? '',
    })),
    bar,
  };
}

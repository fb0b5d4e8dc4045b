import { randomUUID } from 'node:crypto';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import {
  type BoutAction,
  type BoutControlModule,
  isDirected,
  repeatBout,
  SYSTEM,
} from '../domains/live/bout-control/bout-control.module.ts';
import { pruneLines } from '../domains/live/chat/chat.module.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Database } from '../schema/database.ts';
import { addMs } from './bangkok-time.ts';
import { nextTurn } from './bout-clock.ts';
import { CURRENT_ORDER } from './card-plan.ts';
import { FANS } from './fans.ts';
import { SeasonStore } from './season.store.ts';
import { TONIGHT_LIVE_ID } from './season-plan.ts';
import { SampleShowStore } from './show.store.ts';
import { INTERMISSION_S, LEAD_S, PAUSE_S, STORY_PACE, storyResult } from './story-plan.ts';

/** The director's name in the show's log. */
export const DIRECTOR = 'sangwian-sample';
/** The lines of the sample fans that stay in the chat when the card repeats. */
const CHAT_LINES_KEPT = 500;

export interface DirectorDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly show: Pick<BoutControlModule, 'control'>;
}

type Bout = Awaited<ReturnType<SampleShowStore['findBouts']>>[number];

/**
 * Runs one action as an operator of the console does, on the version that was read. Returns false after a refusal:
 * another node or an operator was faster.
 */
async function act(
  { show }: DirectorDeps,
  { match_live_id: matchLiveId, version }: Bout,
  action: BoutAction,
): Promise<boolean> {
  try {
    const note = { actor: DIRECTOR, reason: 'the sample runs automatically' };
    await show.control(matchLiveId, action, note, { actId: randomUUID(), version });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Advances the round of the current bout, or records its result, once that is due. */
async function advance(deps: DirectorDeps, bout: Bout): Promise<boolean> {
  const { round_number: number, round_started_at: startedAt, resting } = bout;
  if (number === null || startedAt === null) return false;
  const { winner, method, result_round: round } = storyResult(bout.card_order);
  const { at, turn } = nextTurn({ number, startedAt, resting }, bout, round);
  if (at > deps.clock()) return false;
  if (turn.action === 'round') return act(deps, bout, { action: 'round', number: turn.number });
  if (turn.action === 'rest') return act(deps, bout, { action: 'rest' });
  const result = { action: 'result' as const, winner, method };
  return act(deps, bout, round === null ? result : { ...result, round });
}

/** Whether a bout's result is confirmed, its gifts are settled, and the pause after the bout is over. */
const isDone = (bout: Bout, pauseS: number, now: Date): boolean =>
  bout.status === 'ended' &&
  (bout.ruling_state === 'confirmed' || bout.ruling_state === 'corrected') &&
  bout.settled_at !== null &&
  bout.ended_at !== null &&
  now >= addMs(bout.ended_at, pauseS * 1_000);

/** Repeats the bouts of the story. Deletes what the past evening has left, as far as only the sample wrote it. */
async function repeat({ db, bus, clock }: DirectorDeps, bouts: readonly Bout[]): Promise<boolean> {
  const season = new SeasonStore(db);
  const programLiveId = TONIGHT_LIVE_ID as ProgramLiveId;
  const now = clock();
  const bellMs = now.getTime() + LEAD_S * 1_000;
  await db.transaction().execute(async (trx) => {
    // The lock admits one node at a time. A second node finds bouts that have not begun, and changes nothing.
    await season.lock(trx);
    const seen = await new SampleShowStore(trx).findBouts(programLiveId, CURRENT_ORDER);
    if (seen.some(({ status }) => status !== 'ended')) return;
    for (const { match_live_id: id, card_order: order } of bouts) {
      const startsAt = new Date(bellMs + (STORY_PACE.bellsMs[order - CURRENT_ORDER] ?? 0));
      await repeatBout(trx, id, { startsAt, now, actors: [DIRECTOR, SYSTEM] });
    }
    const memberIds = FANS.map(({ memberId }) => memberId);
    await pruneLines(trx, { programLiveId, memberIds, kept: CHAT_LINES_KEPT });
  });
  bus.publish('live:changed', { programLiveId });
  return true;
}

/**
 * Advances tonight's live of the sample by one step: a round, a rest, a result, the next bell, or a repetition of the
 * card. The usual jobs confirm results and settle gifts. After an operator has directed a bout or the live, the live is
 * left to operators until the next night.
 *
 * @returns whether anything changed
 */
export async function directSampleShow(deps: DirectorDeps): Promise<boolean> {
  const { db, clock } = deps;
  const season = await new SeasonStore(db).find();
  if (season === undefined) return false;
  const store = new SampleShowStore(db);
  if ((await store.findLive(TONIGHT_LIVE_ID))?.status !== 'in_progress') return false;
  if (await isDirected(db, TONIGHT_LIVE_ID, season.anchored_at, [DIRECTOR])) return false;
  const bouts = await store.findBouts(TONIGHT_LIVE_ID, CURRENT_ORDER);
  const current = bouts.find(({ status }) => status === 'in_progress');
  if (current !== undefined) return advance(deps, current);
  const now = clock();
  const next = bouts.find(({ status }) => status === 'not_started');
  const pauseS = next === undefined ? INTERMISSION_S : PAUSE_S;
  const ended = bouts.filter(({ status }) => status === 'ended');
  if (!ended.every((bout) => isDone(bout, pauseS, now))) return false;
  if (next === undefined) return repeat(deps, bouts);
  return next.starts_at <= now && act(deps, next, { action: 'start' });
}

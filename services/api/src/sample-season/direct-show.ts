import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import {
  type BoutControlModule,
  isDirected,
} from '../domains/live/bout-control/bout-control.module.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Database } from '../schema/database.ts';
import { nextTurn } from './bout-clock.ts';
import { CURRENT_ORDER } from './card-plan.ts';
import { type SampleResult, sampleResult } from './sample-result.ts';
import { SeasonStore } from './season.store.ts';
import { TONIGHT_LIVE_ID } from './season-plan.ts';
import { SampleShowStore } from './show.store.ts';

/** Time from the end of a bout to the next bell: the hold period of two minutes for a result, and time for refunds. */
const PAUSE_MS = 150_000;
/** The director's name in the show's log. */
export const DIRECTOR = 'sangwian-sample';

export interface DirectorDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly show: Pick<BoutControlModule, 'control'>;
}

type Bout = Awaited<ReturnType<SampleShowStore['findBouts']>>[number];

/** Returns the result of a bout. The first bout goes the distance, so that a demo does not begin with a stoppage. */
function endOf(bout: Bout): SampleResult {
  const { card_order: order, rounds } = bout;
  const result = sampleResult(
    { name: `tonight:${order}`, rounds },
    bout.red_fighter_id,
    bout.blue_fighter_id,
  );
  const isFought = result.method === 'tko' || result.method === 'draw';
  if (isFought && order !== CURRENT_ORDER) return result;
  const winner = result.winner === 'blue' ? 'blue' : 'red';
  return { winner, method: 'decision', result_round: null };
}

/** Runs one action as an operator. Returns false after a refusal: another node or an operator was faster. */
async function act(
  { show }: DirectorDeps,
  matchLiveId: string,
  action: Parameters<BoutControlModule['control']>[1],
): Promise<boolean> {
  try {
    await show.control(matchLiveId, action, {
      actor: DIRECTOR,
      reason: 'the sample runs automatically',
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Advances the round of the current bout, or ends the bout with its result. */
async function advance(deps: DirectorDeps, bout: Bout): Promise<boolean> {
  const { db, bus, clock } = deps;
  const { round_number: number, round_started_at: startedAt, resting } = bout;
  if (number === null || startedAt === null) return false;
  const end = endOf(bout);
  const turn = nextTurn({ number, startedAt, resting }, bout.rounds, end.result_round);
  if (turn.at > clock()) return false;
  if (turn.round === null) {
    const { winner, method, result_round: round } = end;
    const action = { action: 'result' as const, winner, method };
    return act(deps, bout.match_live_id, round === null ? action : { ...action, round });
  }
  const store = new SampleShowStore(db);
  const isTurned = await store.turn(bout.match_live_id, startedAt, turn.round);
  if (isTurned) bus.publish('live:changed', { programLiveId: TONIGHT_LIVE_ID as ProgramLiveId });
  return isTurned;
}

/** Whether a bout's result is confirmed, its gifts are settled, and the pause after the bout is over. */
const isDone = ({ status, ruling_state, settled_at, ended_at }: Bout, now: Date): boolean =>
  status === 'ended' &&
  (ruling_state === 'confirmed' || ruling_state === 'corrected') &&
  settled_at !== null &&
  now.getTime() - (ended_at?.getTime() ?? 0) >= PAUSE_MS;

/** Repeats the sample's last three bouts with new rows. */
async function repeat({ db, bus, clock }: DirectorDeps, bouts: readonly Bout[]): Promise<boolean> {
  const season = new SeasonStore(db);
  await db.transaction().execute(async (trx) => {
    // The lock admits one node at a time. A second node finds bouts that have not begun, and changes nothing.
    await season.lock(trx);
    const now = await new SampleShowStore(trx).findBouts(TONIGHT_LIVE_ID, CURRENT_ORDER);
    if (now.some(({ status }) => status !== 'ended')) return;
    await new SampleShowStore(trx).repeat(trx, TONIGHT_LIVE_ID, bouts, clock());
  });
  bus.publish('live:changed', { programLiveId: TONIGHT_LIVE_ID as ProgramLiveId });
  return true;
}

/**
 * Advances tonight's show of the sample by one step: a round, a rest, a result, the next bell, or a repetition of the
 * card. The usual jobs confirm results and settle gifts. After an operator has directed a bout or the live, the show is
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
  const ended = bouts.filter(({ status }) => status === 'ended');
  if (!ended.every((bout) => isDone(bout, now))) return false;
  const next = bouts.find(({ status }) => status === 'not_started');
  return next === undefined
    ? repeat(deps, bouts)
    : act(deps, next.match_live_id, { action: 'start' });
}

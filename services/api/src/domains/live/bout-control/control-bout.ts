import type { Corner } from '@sangwian/contract/endpoints/live';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import { LiveControl } from '../lives/lives.module.ts';
import {
  type BoutContext,
  type BoutControlDeps,
  isOtherBoutInProgress,
  readFacts,
  refuse,
  requireThat,
  stateOf,
} from './bout-context.ts';
import { type AuditNote, BoutControlStore } from './bout-control.store.ts';
import {
  type CorrectionInput,
  confirmResult,
  correctResult,
  decideGiftsOf,
  type JudgeCards,
  recordJudges,
  recordResult,
  withdrawResult,
} from './bout-rulings.ts';
import type { ResultInput } from './result-rules.ts';
import { isUndoable, undoableState } from './undo-rules.ts';

export type BoutAction =
  | { readonly action: 'start' | 'end' | 'rest' | 'confirm' | 'withdraw' | 'cancel' | 'no-contest' }
  | { readonly action: 'stop-clock' | 'start-clock' | 'undo' }
  | { readonly action: 'round'; readonly number: number }
  | ({ readonly action: 'result' } & ResultInput)
  | ({ readonly action: 'correct' } & CorrectionInput)
  | { readonly action: 'gifts' | 'draw-refunds'; readonly on: boolean }
  | { readonly action: 'judges'; readonly cards: JudgeCards | null }
  | { readonly action: 'substitute'; readonly corner: Corner; readonly fighter: string };

/**
 * An act sent by the console. `version` is the version of the bout that was displayed to the sender. Acts are
 * idempotent by `actId`.
 */
export interface DeskAct {
  readonly actId: string;
  readonly version: number;
  /** Marks the approved request for a correction as decided, in the transaction that has locked the bout. */
  readonly decide?: (trx: Transaction<Database>) => Promise<void>;
}

/** Maximum number of newer acts that the refusal of a stale act lists. */
const NAMED_ACTS_MAX = 10;

async function start(context: BoutContext): Promise<void> {
  const { control, bout, now, lockedLive, predict, trx } = context;
  requireThat(bout.status === 'not_started', 'the bout has begun already');
  requireThat(lockedLive.status === 'in_progress', 'its live is not in progress');
  requireThat(!(await isOtherBoutInProgress(context)), 'another bout is in progress: end it first');
  await predict.close(trx, bout.program_id, now);
  await control.setStatus(bout.match_live_id, 'in_progress', now);
}

async function setRound(
  context: BoutContext,
  round: { number: number; resting: boolean },
): Promise<void> {
  const { bout, control, now } = context;
  requireThat(bout.status === 'in_progress', 'the bout is not in progress');
  requireThat(round.number <= bout.rounds, `the bout has ${bout.rounds} rounds`);
  requireThat(
    !round.resting || round.number < bout.rounds,
    'no rest follows the last round: end the bout',
  );
  await control.setRound(bout.match_live_id, round, now);
}

async function stopClock({ bout, control, now }: BoutContext): Promise<void> {
  requireThat(bout.status === 'in_progress', 'the bout is not in progress');
  requireThat(bout.clock_stopped_at === null, 'the clock is stopped already');
  await control.setClock(bout.match_live_id, { stoppedAt: now });
}

async function startClock({ bout, control, now }: BoutContext): Promise<void> {
  const { round_started_at: startedAt, clock_stopped_at: stoppedAt } = bout;
  if (startedAt === null || stoppedAt === null) throw refuse('the clock is running');
  const stoppedMs = now.getTime() - stoppedAt.getTime();
  await control.setClock(bout.match_live_id, {
    startedAt: new Date(startedAt.getTime() + stoppedMs),
  });
}

/** Takes back the last act on the bout, for example an end or a round that was pressed too early. */
async function undo(context: BoutContext): Promise<void> {
  const { bout, control, now, note, store } = context;
  const last = await store.findLastAct(bout.match_live_id);
  const before = last === undefined ? null : undoableState(last, note.staffId, now);
  if (before === null) throw refuse('there is nothing to take back');
  const ruling = await store.findRuling(bout.match_live_id);
  requireThat(ruling === undefined, 'a result is recorded: withdraw it first');
  requireThat(context.lockedLive.status === 'in_progress', 'its live is not in progress');
  requireThat(!(await isOtherBoutInProgress(context)), 'another bout is in progress: end it first');
  await control.restore(bout.match_live_id, before);
}

/** @throws {ApiError} `edit_stale` with the acts since `version` and their actors, if the bout has another version */
export async function refuseStale(
  { bout, store }: Pick<BoutContext, 'bout' | 'store'>,
  version: number,
): Promise<void> {
  if (bout.version === version) return;
  const acts = await store.findActsSince(bout.match_live_id, version, NAMED_ACTS_MAX);
  throw new ApiError('edit_stale', {
    details: acts.map(({ action, created_by: by }) => ({ path: action, message: by })),
  });
}

async function substitute(
  context: BoutContext,
  { corner, fighter }: { readonly corner: Corner; readonly fighter: string },
): Promise<void> {
  const { bout, control, now, store, trx, note } = context;
  const ruling = await store.findRuling(bout.match_live_id);
  requireThat(ruling === undefined && bout.status !== 'ended', 'the bout is over');
  requireThat(await control.hasFighter(fighter), 'this fighter is unknown');
  const [same, other] =
    corner === 'red'
      ? [bout.red_fighter_id, bout.blue_fighter_id]
      : [bout.blue_fighter_id, bout.red_fighter_id];
  requireThat(fighter !== same && fighter !== other, 'this fighter is in the bout already');
  // Decided before the substitution, so that the coin history shows the old names.
  await decideGiftsOf(context, 'substituted');
  const matchLiveId = bout.match_live_id;
  await store.addRuling(trx, {
    matchLiveId,
    outcome: 'substituted',
    before: stateOf(context),
    note,
    now,
  });
  const added = await store.findRuling(matchLiveId);
  if (added !== undefined) {
    await store.endRuling(trx, added.bout_ruling_id, {
      confirmed_by: note.actor,
      confirmed_by_staff_id: note.staffId ?? null,
      confirmed_at: now,
    });
  }
  await control.setStatus(matchLiveId, 'ended', now);
  await control.substitute(matchLiveId, { corner, fighterId: fighter }, now);
}

async function applyAction(
  context: BoutContext,
  act: Exclude<BoutAction, { readonly action: 'correct' }>,
): Promise<void> {
  const { bout, control, now } = context;
  const id = bout.match_live_id;
  switch (act.action) {
    case 'start':
      return start(context);
    case 'round':
      return setRound(context, { number: act.number, resting: false });
    case 'rest':
      return setRound(context, { number: bout.round_number ?? 1, resting: true });
    case 'stop-clock':
      return stopClock(context);
    case 'start-clock':
      return startClock(context);
    case 'undo':
      return undo(context);
    case 'end':
      requireThat(bout.status === 'in_progress', 'the bout is not in progress');
      return control.setStatus(id, 'ended', now);
    case 'result':
      return recordResult(context, act);
    case 'cancel':
      return recordResult(context, { winner: 'none', method: 'cancelled' });
    case 'no-contest':
      return recordResult(context, { winner: 'none', method: 'no_contest' });
    case 'confirm':
      return confirmResult(context);
    case 'withdraw':
      return withdrawResult(context);
    case 'gifts':
      return control.setSwitch(id, { gifts_enabled: act.on });
    case 'draw-refunds':
      requireThat(
        bout.status === 'not_started',
        'refunds of a draw can only be set before the bout',
      );
      return control.setSwitch(id, { draw_refunds: act.on });
    case 'judges':
      return recordJudges(context, act.cards);
    case 'substitute':
      return substitute(context, act);
  }
}

/**
 * The states that `bout:decided` publishes. Other actions publish `live:changed`; after a confirmation, the settlement
 * publishes `bout:decided`.
 */
const RULINGS: Partial<Record<BoutAction['action'], 'recorded' | 'withdrawn' | 'corrected'>> = {
  result: 'recorded',
  correct: 'corrected',
  cancel: 'recorded',
  'no-contest': 'recorded',
  withdraw: 'withdrawn',
};

/**
 * Runs an action on a bout while its live and its gifts are locked, and publishes the action after the commit. A
 * repeated act of the console has no effect.
 *
 * @throws {ApiError} `match_not_found`; `second_person_needed`; `request_invalid` with the reason; `edit_stale`
 *   for an act of the console on an older version of the bout
 */
export async function controlBout(
  deps: BoutControlDeps,
  matchLiveId: string,
  act: BoutAction,
  note: AuditNote,
  desk?: DeskAct,
): Promise<void> {
  const { db, bus, clock, gifts } = deps;
  const now = clock();
  const programLiveId = await db.transaction().execute(async (trx) => {
    const control = new LiveControl(trx);
    const lockedLive = await control.lockLiveOf(matchLiveId);
    await gifts.fence(trx, matchLiveId);
    const bout = await control.lockBout(matchLiveId);
    if (lockedLive === undefined || bout === undefined) throw new ApiError('match_not_found');
    const store = new BoutControlStore(trx);
    if (desk !== undefined && (await store.hasAct(desk.actId))) return null;
    const context = { ...deps, trx, control, store, lockedLive, bout, now, note };
    if (desk !== undefined) await refuseStale(context, desk.version);
    await desk?.decide?.(trx);
    const { action, ...input } = act;
    const details: Record<string, unknown> = { ...input };
    if (isUndoable(action)) details.before = stateOf(context);
    if (act.action === 'correct') details.refund = await correctResult(context, act);
    else await applyAction(context, act);
    const { program_live_id: live } = bout;
    details.version = (await control.lockBout(matchLiveId))?.version ?? bout.version;
    const entry = { note, programLiveId: live, matchLiveId, action, details, now };
    await store.log(trx, { ...entry, actId: desk?.actId });
    return live as ProgramLiveId;
  });
  if (programLiveId === null) return;
  const state = RULINGS[act.action];
  if (state === undefined) bus.publish('live:changed', { programLiveId });
  else
    bus.publish('bout:decided', { programLiveId, matchLiveId: matchLiveId as MatchLiveId, state });
}

/** Refunds the gifts of a bout that has had no result for a week. */
export async function refundUndecidedBout(
  deps: BoutControlDeps,
  matchLiveId: string,
): Promise<void> {
  const { db, clock, gifts } = deps;
  const now = clock();
  const note = { actor: 'sangwian', reason: 'no result for seven days' };
  await db.transaction().execute(async (trx) => {
    const control = new LiveControl(trx);
    await control.lockLiveOf(matchLiveId);
    await gifts.fence(trx, matchLiveId);
    const facts = await readFacts(trx, matchLiveId);
    const store = new BoutControlStore(trx);
    const ruling = await store.findRuling(matchLiveId);
    if (ruling !== undefined || !(await gifts.decide(trx, facts, 'forgotten'))) return;
    if (facts.status !== 'ended') await control.setStatus(matchLiveId, 'ended', now);
    const { programLiveId } = facts;
    await store.log(trx, {
      note,
      programLiveId,
      matchLiveId,
      action: 'forget',
      details: {},
      now,
    });
  });
}

import type { Corner } from '@sangwian/contract/endpoints/live';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { LiveControl } from '../lives/lives.module.ts';
import { ShowStore } from './bout-control.store.ts';
import {
  confirmResult,
  correctResult,
  decideGiftsOf,
  recordResult,
  type SaidCorrection,
  withdrawResult,
} from './bout-rulings.ts';
import {
  isAnotherBoutOn,
  need,
  readFacts,
  type Scene,
  type ShowDeps,
  stateOf,
  type Word,
} from './bout-scene.ts';
import type { SaidResult } from './show-rules.ts';

/** What can be done to a bout. */
export type BoutAction =
  | { readonly action: 'start' | 'end' | 'rest' | 'confirm' | 'withdraw' | 'cancel' | 'no-contest' }
  | { readonly action: 'round'; readonly number: number }
  | ({ readonly action: 'result' } & SaidResult)
  | ({ readonly action: 'correct' } & SaidCorrection)
  | { readonly action: 'gifts' | 'draw-refunds'; readonly on: boolean }
  | { readonly action: 'substitute'; readonly corner: Corner; readonly fighter: string };

async function start(scene: Scene): Promise<void> {
  const { control, bout, now, lockedLive, predict, trx } = scene;
  need(bout.status === 'not_started', 'the bout has begun already');
  need(lockedLive.status === 'in_progress', 'its live is not on');
  need(!(await isAnotherBoutOn(scene)), 'another bout is on: end it first');
  await predict.close(trx, bout.program_id, now);
  await control.setStatus(bout.match_live_id, 'in_progress', now);
}

async function turn(scene: Scene, round: { number: number; resting: boolean }): Promise<void> {
  const { bout, control, now } = scene;
  need(bout.status === 'in_progress', 'the bout is not on');
  need(round.number <= bout.rounds, `the bout has ${bout.rounds} rounds`);
  need(
    !round.resting || round.number < bout.rounds,
    'no rest follows the last round: end the bout',
  );
  await control.setRound(bout.match_live_id, round, now);
}

async function substitute(
  scene: Scene,
  { corner, fighter }: { readonly corner: Corner; readonly fighter: string },
): Promise<void> {
  const { bout, control, now, store, trx, word } = scene;
  const ruling = await store.findRuling(bout.match_live_id);
  need(ruling === undefined && bout.status !== 'ended', 'the bout is over');
  need(await control.hasFighter(fighter), 'this fighter is not known');
  const [same, other] =
    corner === 'red'
      ? [bout.red_fighter_id, bout.blue_fighter_id]
      : [bout.blue_fighter_id, bout.red_fighter_id];
  need(fighter !== same && fighter !== other, 'this fighter is in the bout already');
  // Its gifts are decided on while the old names are there, which the history shows.
  await decideGiftsOf(scene, 'substituted');
  const matchLiveId = bout.match_live_id;
  await store.addRuling(trx, {
    matchLiveId,
    outcome: 'substituted',
    before: stateOf(scene),
    by: word.by,
    now,
  });
  const added = await store.findRuling(matchLiveId);
  if (added !== undefined) {
    await store.endRuling(trx, added.bout_ruling_id, { confirmed_by: word.by, confirmed_at: now });
  }
  await control.setStatus(matchLiveId, 'ended', now);
  await control.substitute(matchLiveId, { corner, fighterId: fighter }, now);
}

async function apply(
  scene: Scene,
  act: Exclude<BoutAction, { readonly action: 'correct' }>,
): Promise<void> {
  const { bout, control, now } = scene;
  const id = bout.match_live_id;
  switch (act.action) {
    case 'start':
      return start(scene);
    case 'round':
      return turn(scene, { number: act.number, resting: false });
    case 'rest':
      return turn(scene, { number: bout.round_number ?? 1, resting: true });
    case 'end':
      need(bout.status === 'in_progress', 'the bout is not on');
      return control.setStatus(id, 'ended', now);
    case 'result':
      return recordResult(scene, act);
    case 'cancel':
      return recordResult(scene, { winner: 'none', method: 'cancelled' });
    case 'no-contest':
      return recordResult(scene, { winner: 'none', method: 'no_contest' });
    case 'confirm':
      return confirmResult(scene);
    case 'withdraw':
      return withdrawResult(scene);
    case 'gifts':
      return control.setSwitch(id, { gifts_enabled: act.on });
    case 'draw-refunds':
      need(bout.status === 'not_started', 'what a draw does is said before the bout');
      return control.setSwitch(id, { draw_refunds: act.on });
    case 'substitute':
      return substitute(scene, act);
  }
}

const DECIDED: Partial<Record<BoutAction['action'], 'recorded' | 'withdrawn' | 'corrected'>> = {
  result: 'recorded',
  correct: 'corrected',
  cancel: 'recorded',
  'no-contest': 'recorded',
  withdraw: 'withdrawn',
};

/**
 * Does one thing to a bout, under the locks of its live and its gifts, and says it to everybody after the commit.
 *
 * @throws {ApiError} `match_not_found`; `request_invalid` with what is not as it has to be
 */
export async function controlBout(
  deps: ShowDeps,
  matchLiveId: string,
  act: BoutAction,
  word: Word,
): Promise<void> {
  const { db, bus, clock, gifts } = deps;
  const now = clock();
  const programLiveId = await db.transaction().execute(async (trx) => {
    const control = new LiveControl(trx);
    const lockedLive = await control.lockLiveOf(matchLiveId);
    await gifts.fence(trx, matchLiveId);
    const bout = await control.lockBout(matchLiveId);
    if (lockedLive === undefined || bout === undefined) throw new ApiError('match_not_found');
    const store = new ShowStore(trx);
    const scene = { ...deps, trx, control, store, lockedLive, bout, now, word };
    const { action, ...asked } = act;
    const details: Record<string, unknown> = asked;
    if (act.action === 'correct') details.refund = await correctResult(scene, act);
    else await apply(scene, act);
    const { program_live_id: live } = bout;
    await store.log(trx, { ...word, programLiveId: live, matchLiveId, action, details, now });
    return live as ProgramLiveId;
  });
  const state = DECIDED[act.action];
  if (state === undefined) bus.publish('live:changed', { programLiveId });
  else
    bus.publish('bout:decided', { programLiveId, matchLiveId: matchLiveId as MatchLiveId, state });
}

/** A bout that nobody has decided on for a week: its gifts go back. */
export async function forgetBout(deps: ShowDeps, matchLiveId: string): Promise<void> {
  const { db, clock, gifts } = deps;
  const now = clock();
  const word = { by: 'sangwian', why: 'no result for seven days' };
  await db.transaction().execute(async (trx) => {
    const control = new LiveControl(trx);
    await control.lockLiveOf(matchLiveId);
    await gifts.fence(trx, matchLiveId);
    const facts = await readFacts(trx, matchLiveId);
    const store = new ShowStore(trx);
    const ruling = await store.findRuling(matchLiveId);
    if (ruling !== undefined || !(await gifts.decide(trx, facts, 'forgotten'))) return;
    if (facts.status !== 'ended') await control.setStatus(matchLiveId, 'ended', now);
    const { programLiveId } = facts;
    await store.log(trx, {
      ...word,
      programLiveId,
      matchLiveId,
      action: 'forget',
      details: {},
      now,
    });
  });
}

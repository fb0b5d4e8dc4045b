import type { Corner } from '@sangwian/contract/endpoints/live';
import type { MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../bus.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { BoutOutcome, Gifts } from '../gifts/gifts.module.ts';
import { LiveControl, type LiveReader } from '../live/live.module.ts';
import type { Predict } from '../predict/predict.module.ts';
import type { RedeemModule } from '../redeem/redeem.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { ShowStore } from './show.store.ts';
import { faultOfResult, mayConfirm, outcomeOf, resultOf, type SaidResult } from './show-rules.ts';

export interface ShowDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: LiveReader;
  readonly gifts: Pick<
    Gifts,
    'fence' | 'decide' | 'settle' | 'findSettlement' | 'findUndecided' | 'readBar'
  >;
  readonly wallet: Pick<Wallet, 'credit'>;
  readonly redeem: Pick<RedeemModule, 'giveBack'>;
  readonly predict: Pick<Predict, 'close'>;
}

/** Who does it, and why: both stay for ever. */
export interface Word {
  readonly by: string;
  readonly why: string;
}

/** What can be done to a bout. */
export type BoutAction =
  | { readonly action: 'start' | 'end' | 'rest' | 'confirm' | 'withdraw' | 'cancel' | 'no-contest' }
  | { readonly action: 'round'; readonly number: number }
  | ({ readonly action: 'result' | 'correct' } & SaidResult)
  | { readonly action: 'gifts' | 'draw-refunds'; readonly on: boolean }
  | { readonly action: 'substitute'; readonly corner: Corner; readonly fighter: string };

type LockedBout = NonNullable<Awaited<ReturnType<LiveControl['lockBout']>>>;

interface Scene extends ShowDeps {
  readonly trx: Transaction<Database>;
  readonly control: LiveControl;
  readonly store: ShowStore;
  readonly bout: LockedBout;
  readonly now: Date;
  readonly word: Word;
}

/** What is not as it has to be, in words. */
export const refuse = (message: string): ApiError =>
  new ApiError('request_invalid', { details: [{ path: 'action', message }] });

const need = (isSo: boolean, message: string): void => {
  if (!isSo) throw refuse(message);
};

async function start({ control, bout, now, predict, trx }: Scene): Promise<void> {
  need(bout.status === 'not_started', 'the bout has begun already');
  const live = await control.lockLive(bout.program_live_id);
  need(live?.status === 'in_progress', 'its live is not on');
  for (const other of await control.findBouts(bout.program_live_id)) {
    const row = await control.lockBout(other);
    need(row?.status !== 'in_progress', 'another bout is on: end it first');
  }
  await predict.close(trx, bout.program_id, now);
  await control.setStatus(bout.match_live_id, 'in_progress', now);
}

async function turn(scene: Scene, round: { number: number; resting: boolean }): Promise<void> {
  const { bout, control, now } = scene;
  need(bout.status === 'in_progress', 'the bout is not on');
  need(round.number <= bout.rounds, `the bout has ${bout.rounds} rounds`);
  await control.setRound(bout.match_live_id, round, now);
}

/** Says how the bout ended, for everybody to see; its gifts move when the result stands. */
async function record(scene: Scene, said: SaidResult): Promise<void> {
  const { bout, control, now, store, trx, word } = scene;
  const fault = faultOfResult(said, bout.rounds);
  if (fault !== null) throw refuse(fault);
  const before = await store.findRuling(bout.match_live_id, trx);
  need(before === undefined, 'a result is recorded: withdraw it first, while it does not stand');
  const isOver =
    said.winner === 'none' || said.method === 'forfeit' || bout.status !== 'not_started';
  need(isOver, 'the bout has not begun');
  if (bout.status !== 'ended') await control.setStatus(bout.match_live_id, 'ended', now);
  await control.setResult(bout.bout_id, resultOf(said), now);
  await store.addRuling(trx, {
    matchLiveId: bout.match_live_id,
    outcome: outcomeOf(said),
    beforeBell: bout.status === 'not_started',
    by: word.by,
    now,
  });
}

async function stand(scene: Scene, outcome: BoutOutcome): Promise<void> {
  const { gifts, live, bout, trx } = scene;
  const facts = await live.findBout(bout.match_live_id);
  if (facts === null) throw new ApiError('match_not_found');
  await gifts.decide(trx, { ...facts, drawRefunds: bout.draw_refunds }, outcome);
}

async function confirm(scene: Scene): Promise<void> {
  const { bout, now, store, trx, word } = scene;
  const ruling = await store.findRuling(bout.match_live_id, trx);
  if (ruling === undefined) throw refuse('no result is recorded');
  need(ruling.confirmed_at === null, 'the result stands already');
  need(
    mayConfirm(ruling, word.by, now),
    'another operator confirms it now, or it stands by itself two minutes after it was recorded',
  );
  await stand(scene, ruling.outcome);
  const end = { confirmed_by: word.by, confirmed_at: now };
  await store.endRuling(trx, ruling.bout_ruling_id, end);
}

async function withdraw({ bout, control, now, store, trx, word }: Scene): Promise<void> {
  const ruling = await store.findRuling(bout.match_live_id, trx);
  if (ruling === undefined) throw refuse('no result is recorded');
  need(ruling.confirmed_at === null, 'the result stands: gifts never move again');
  await control.setResult(bout.bout_id, null, now);
  if (ruling.before_bell) await control.setStatus(bout.match_live_id, 'not_started', now);
  const end = { withdrawn_by: word.by, withdrawn_at: now };
  await store.endRuling(trx, ruling.bout_ruling_id, end);
}

/**
 * Says a result anew that stands already: the card, the records and the game follow it, the gifts never move again.
 */
async function correct({ bout, control, now, store, trx }: Scene, said: SaidResult): Promise<void> {
  const fault = faultOfResult(said, bout.rounds);
  if (fault !== null) throw refuse(fault);
  const ruling = await store.findRuling(bout.match_live_id, trx);
  const stands = ruling != null && ruling.confirmed_at !== null;
  need(stands, 'no result stands yet: record one, or withdraw the one that is recorded');
  await control.setResult(bout.bout_id, resultOf(said), now);
}

async function substitute(
  scene: Scene,
  { corner, fighter }: { readonly corner: Corner; readonly fighter: string },
): Promise<void> {
  const { bout, control, now, store, trx, word } = scene;
  const ruling = await store.findRuling(bout.match_live_id, trx);
  need(ruling === undefined && bout.status !== 'ended', 'the bout is over');
  need(await control.hasFighter(fighter), 'this fighter is not known');
  const [same, other] =
    corner === 'red'
      ? [bout.red_fighter_id, bout.blue_fighter_id]
      : [bout.blue_fighter_id, bout.red_fighter_id];
  need(fighter !== same && fighter !== other, 'this fighter is in the bout already');
  // Its gifts are decided on while the old names are there, which the history shows.
  await stand(scene, 'substituted');
  const matchLiveId = bout.match_live_id;
  const beforeBell = bout.status === 'not_started';
  await store.addRuling(trx, { matchLiveId, outcome: 'substituted', beforeBell, by: word.by, now });
  const added = await store.findRuling(matchLiveId, trx);
  if (added !== undefined) {
    await store.endRuling(trx, added.bout_ruling_id, { confirmed_by: word.by, confirmed_at: now });
  }
  await control.setStatus(matchLiveId, 'ended', now);
  await control.substitute(matchLiveId, { corner, fighterId: fighter }, now);
}

async function apply(scene: Scene, act: BoutAction): Promise<void> {
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
      return record(scene, act);
    case 'correct':
      return correct(scene, act);
    case 'cancel':
      return record(scene, { winner: 'none', method: 'cancelled' });
    case 'no-contest':
      return record(scene, { winner: 'none', method: 'no_contest' });
    case 'confirm':
      return confirm(scene);
    case 'withdraw':
      return withdraw(scene);
    case 'gifts':
      return control.setSwitch(id, { gifts_enabled: act.on });
    case 'draw-refunds':
      need(bout.status === 'not_started', 'what a draw does is said before the bout');
      return control.setSwitch(id, { draw_refunds: act.on });
    case 'substitute':
      return substitute(scene, act);
  }
}

const DECIDED: Partial<Record<BoutAction['action'], 'recorded' | 'withdrawn'>> = {
  result: 'recorded',
  correct: 'recorded',
  cancel: 'recorded',
  'no-contest': 'recorded',
  withdraw: 'withdrawn',
};

/**
 * Does one thing to a bout, under the lock that its gifts take, and says it to everybody after the commit.
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
    await gifts.fence(trx, matchLiveId);
    const control = new LiveControl(trx);
    const bout = await control.lockBout(matchLiveId);
    if (bout === undefined) throw new ApiError('match_not_found');
    const store = new ShowStore(db);
    await apply({ ...deps, trx, control, store, bout, now, word }, act);
    const { action, ...details } = act;
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
  const { db, clock, gifts, live } = deps;
  const now = clock();
  const word = { by: 'sangwian', why: 'no result for seven days' };
  await db.transaction().execute(async (trx) => {
    await gifts.fence(trx, matchLiveId);
    const facts = await live.findBout(matchLiveId);
    const store = new ShowStore(db);
    const ruling = await store.findRuling(matchLiveId, trx);
    if (facts === null || ruling !== undefined) return;
    const control = new LiveControl(trx);
    if (facts.status !== 'ended') await control.setStatus(matchLiveId, 'ended', now);
    await gifts.decide(trx, facts, 'forgotten');
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

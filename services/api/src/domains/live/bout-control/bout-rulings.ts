import type { BoutOutcome, Correction } from '../gifts/gifts.module.ts';
import type { BoutState } from '../lives/lives.module.ts';
import type { ShowStore } from './bout-control.store.ts';
import { isAnotherBoutOn, need, readFacts, refuse, type Scene, stateOf } from './bout-scene.ts';
import { faultOfResult, mayConfirm, outcomeOf, resultOf, type SaidResult } from './show-rules.ts';

type Ruling = NonNullable<Awaited<ReturnType<ShowStore['findRuling']>>>;

/** A corrected result, with the refund that the operator was shown. */
export interface SaidCorrection extends SaidResult {
  readonly expected_coins: number;
}

/** Records a result and shows it to everybody. Gifts move when it is confirmed. */
export async function recordResult(scene: Scene, said: SaidResult): Promise<void> {
  const { bout, control, now, store, trx, word } = scene;
  const fault = faultOfResult(said, bout.rounds);
  if (fault !== null) throw refuse(fault);
  const before = await store.findRuling(bout.match_live_id);
  need(before === undefined, 'a result is recorded: withdraw it first, while it does not stand');
  const isOver =
    said.winner === 'none' || said.method === 'forfeit' || bout.status !== 'not_started';
  need(isOver, 'the bout has not begun');
  if (bout.status !== 'ended') await control.setStatus(bout.match_live_id, 'ended', now);
  await control.setResult(bout.bout_id, resultOf(said), now);
  await control.setRuling(bout.match_live_id, 'recorded', now);
  await store.addRuling(trx, {
    matchLiveId: bout.match_live_id,
    outcome: outcomeOf(said),
    before: stateOf(scene),
    by: word.by,
    now,
  });
}

/**
 * Decides on the bout's gifts. Where they were decided before (no result for a week), the refunds that the outcome adds
 * are ordered as a correction, so that gifts and result never disagree.
 */
export async function decideGiftsOf(scene: Scene, outcome: BoutOutcome): Promise<void> {
  const { gifts, bout, trx } = scene;
  const facts = await readFacts(trx, bout.match_live_id);
  if (!(await gifts.decide(trx, facts, outcome))) await gifts.correct(trx, facts, outcome);
}

/** Makes the recorded result final and settles the gifts. */
export async function confirmResult(scene: Scene): Promise<void> {
  const { bout, control, now, store, trx, word } = scene;
  const ruling = await store.findRuling(bout.match_live_id);
  if (ruling === undefined) throw refuse('no result is recorded');
  need(ruling.confirmed_at === null, 'the result stands already');
  need(
    mayConfirm(ruling, word.by, now),
    'under another name it is confirmed now, or it stands by itself two minutes after it was recorded',
  );
  await decideGiftsOf(scene, ruling.outcome);
  await control.setRuling(bout.match_live_id, 'confirmed', now);
  const end = { confirmed_by: word.by, confirmed_at: now };
  await store.endRuling(trx, ruling.bout_ruling_id, end);
}

/**
 * The state that a withdrawal restores. A bout that was on goes on, with the clock of its round, unless its live is over
 * or another bout has begun since; then it stays ended without a result.
 */
async function stateToRestore(scene: Scene, ruling: Ruling): Promise<BoutState | null> {
  const status = ruling.status_before ?? (ruling.before_bell ? 'not_started' : 'ended');
  if (status === 'ended') return null;
  if (status === 'in_progress') {
    if (scene.lockedLive.status !== 'in_progress' || (await isAnotherBoutOn(scene))) return null;
  }
  return {
    status,
    roundNumber: ruling.round_number_before,
    roundStartedAt: ruling.round_started_before,
    resting: ruling.resting_before ?? false,
  };
}

/** Takes a result back that is not confirmed, and restores the bout as it was. */
export async function withdrawResult(scene: Scene): Promise<void> {
  const { bout, control, now, store, trx, word } = scene;
  const ruling = await store.findRuling(bout.match_live_id);
  if (ruling === undefined) throw refuse('no result is recorded');
  need(ruling.confirmed_at === null, 'the result stands: correct it instead');
  await control.setResult(bout.bout_id, null, now);
  await control.setRuling(bout.match_live_id, 'withdrawn', now);
  const state = await stateToRestore(scene, ruling);
  if (state !== null) await control.restore(bout.match_live_id, state);
  const end = { withdrawn_by: word.by, withdrawn_at: now };
  await store.endRuling(trx, ruling.bout_ruling_id, end);
}

/**
 * Replaces a confirmed result. The card, the records and the game follow, and the house refunds every corner that the
 * new result refunds and that was not refunded before. Returns that refund for the log.
 */
export async function correctResult(scene: Scene, said: SaidCorrection): Promise<Correction> {
  const { bout, control, gifts, now, store, trx } = scene;
  const fault = faultOfResult(said, bout.rounds);
  if (fault !== null) throw refuse(fault);
  const ruling = await store.findRuling(bout.match_live_id);
  const stands = ruling != null && ruling.confirmed_at !== null;
  need(stands, 'no result stands yet: record one, or withdraw the one that is recorded');
  const facts = await readFacts(trx, bout.match_live_id);
  const correction = await gifts.correct(trx, facts, outcomeOf(said));
  const { coins, members } = correction;
  need(
    coins === said.expected_coins,
    `the correction refunds ${coins} coins to ${members} member(s), not ${said.expected_coins} coins: preview it again`,
  );
  await control.setResult(bout.bout_id, resultOf(said), now);
  await control.setRuling(bout.match_live_id, 'corrected', now);
  return correction;
}

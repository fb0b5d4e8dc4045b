import { faultOfJudges, type RoundScore } from '@sangwian/contract/rules/round-score';
import { ApiError } from '@sangwian/node-kit/api-error';
import { addJob } from '../../../platform/jobs/task.ts';
import type { BoutOutcome, Correction } from '../gifts/gifts.module.ts';
import type { BoutState } from '../lives/lives.module.ts';
import {
  type BoutContext,
  isOtherBoutInProgress,
  readFacts,
  refuse,
  requireThat,
  stateOf,
} from './bout-context.ts';
import type { BoutControlStore } from './bout-control.store.ts';
import {
  isHoldOver,
  isRecorder,
  outcomeOf,
  type ResultInput,
  resultOf,
  resultProblem,
} from './result-rules.ts';

/** The name of the task that notifies the followers of both fighters of a confirmed result. */
export const FOLLOWED_RESULTS_TASK = 'followed_results';

type Ruling = NonNullable<Awaited<ReturnType<BoutControlStore['findRuling']>>>;

/** A corrected result, with the refund that the operator saw in the preview. */
export interface CorrectionInput extends ResultInput {
  readonly expected_coins: number;
}

/** Records a result and shows it to everybody. Gifts are settled later, when the result is confirmed. */
export async function recordResult(context: BoutContext, input: ResultInput): Promise<void> {
  const { bout, control, now, store, trx, note } = context;
  const problem = resultProblem(input, bout.rounds);
  if (problem !== null) throw refuse(problem);
  const before = await store.findRuling(bout.match_live_id);
  requireThat(
    before === undefined,
    'a result is already recorded: withdraw it first, or correct it once it is confirmed',
  );
  const isOver =
    input.winner === 'none' || input.method === 'forfeit' || bout.status !== 'not_started';
  requireThat(isOver, 'the bout has not begun');
  if (bout.status !== 'ended') await control.setStatus(bout.match_live_id, 'ended', now);
  await control.setResult(bout.bout_id, resultOf(input), now);
  await control.setRuling(bout.match_live_id, 'recorded', now);
  await store.addRuling(trx, {
    matchLiveId: bout.match_live_id,
    outcome: outcomeOf(input),
    before: stateOf(context),
    note,
    now,
  });
}

export type JudgeCards = readonly RoundScore[];

/** Records the cards of the three judges of a decision, or removes them. They move no coins. */
export async function recordJudges(
  { bout, control, now }: BoutContext,
  cards: JudgeCards | null,
): Promise<void> {
  const problem = cards === null ? null : faultOfJudges(cards, bout);
  if (problem !== null) throw refuse(problem);
  await control.setJudges(bout.bout_id, cards, now);
}

/**
 * Decides whether each corner's gifts are kept or refunded. If the gifts were decided before (for example after a week
 * without a result), the decision stays, and a correction orders the refunds that the outcome adds.
 */
export async function decideGiftsOf(context: BoutContext, outcome: BoutOutcome): Promise<void> {
  const { gifts, bout, trx } = context;
  const facts = await readFacts(trx, bout.match_live_id);
  if (!(await gifts.decide(trx, facts, outcome))) await gifts.correct(trx, facts, outcome);
}

/** Makes the recorded result final and decides on the gifts. */
export async function confirmResult(context: BoutContext): Promise<void> {
  const { bout, control, now, store, trx, note } = context;
  const ruling = await store.findRuling(bout.match_live_id);
  if (ruling === undefined) throw refuse('no result is recorded');
  requireThat(ruling.confirmed_at === null, 'the result is already confirmed');
  if (isRecorder(ruling, note.staffId)) throw new ApiError('second_person_needed');
  requireThat(note.staffId !== undefined || isHoldOver(ruling, now), 'the hold is not over');
  await decideGiftsOf(context, ruling.outcome);
  await control.setRuling(bout.match_live_id, 'confirmed', now);
  const end = {
    confirmed_by: note.actor,
    confirmed_by_staff_id: note.staffId ?? null,
    confirmed_at: now,
  };
  await store.endRuling(trx, ruling.bout_ruling_id, end);
  await addJob(trx, FOLLOWED_RESULTS_TASK, {
    key: `${FOLLOWED_RESULTS_TASK} ${bout.match_live_id}`,
    payload: { match_live_id: bout.match_live_id },
  });
}

/**
 * Returns the state that a withdrawal restores. A bout that was in progress continues with the clock of its
 * round. It stays ended without a result if its live is over or another bout has begun.
 */
async function stateToRestore(context: BoutContext, ruling: Ruling): Promise<BoutState | null> {
  const status = ruling.status_before ?? (ruling.before_bell ? 'not_started' : 'ended');
  if (status === 'ended') return null;
  if (status === 'in_progress') {
    if (context.lockedLive.status !== 'in_progress' || (await isOtherBoutInProgress(context)))
      return null;
  }
  return {
    status,
    roundNumber: ruling.round_number_before,
    roundStartedAt: ruling.round_started_before,
    resting: ruling.resting_before ?? false,
    clockStoppedAt: null,
  };
}

/** Withdraws an unconfirmed result and restores the bout's state. */
export async function withdrawResult(context: BoutContext): Promise<void> {
  const { bout, control, now, store, trx, note } = context;
  const ruling = await store.findRuling(bout.match_live_id);
  if (ruling === undefined) throw refuse('no result is recorded');
  requireThat(ruling.confirmed_at === null, 'the result is confirmed: correct it instead');
  await control.setResult(bout.bout_id, null, now);
  await control.setRuling(bout.match_live_id, 'withdrawn', now);
  const state = await stateToRestore(context, ruling);
  if (state !== null) await control.restore(bout.match_live_id, state);
  const end = { withdrawn_by: note.actor, withdrawn_at: now };
  await store.endRuling(trx, ruling.bout_ruling_id, end);
}

/**
 * Replaces a confirmed result, and updates the card, the fighters' records and the prediction game. The house
 * refunds each corner that the new result refunds and the earlier ones did not.
 *
 * @returns the refund, for the log
 */
export async function correctResult(
  context: BoutContext,
  input: CorrectionInput,
): Promise<Correction> {
  const { bout, control, gifts, now, store, trx } = context;
  const problem = resultProblem(input, bout.rounds);
  if (problem !== null) throw refuse(problem);
  const ruling = await store.findRuling(bout.match_live_id);
  const isConfirmed = ruling != null && ruling.confirmed_at !== null;
  requireThat(isConfirmed, 'no result is confirmed: record one, or withdraw the recorded one');
  const facts = await readFacts(trx, bout.match_live_id);
  const correction = await gifts.correct(trx, facts, outcomeOf(input));
  const { coins, members } = correction;
  requireThat(
    coins === input.expected_coins,
    `the refund has changed (coins: ${coins}, members: ${members}, expected coins: ${input.expected_coins}): preview it again`,
  );
  await control.setResult(bout.bout_id, resultOf(input), now);
  await control.setRuling(bout.match_live_id, 'corrected', now);
  return correction;
}

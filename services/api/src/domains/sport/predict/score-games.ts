import type { ProgramId } from '@sangwian/contract/ids';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { attemptEach } from '../../../platform/jobs/attempt-each.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type Card, CardStore } from '../../live/lives/lives.module.ts';
import { BoardWriter } from './boards.store.ts';
import { gameBoutsOf } from './game-card.ts';
import { CODES_END, CODES_OF } from './pick-codes.ts';
import {
  finalDeadline,
  type GameBout,
  isClosed,
  isFinalDue,
  monthOf,
  NEW_GAME,
  nextStepSize,
  plannedStartOf,
  pointsBySlot,
  resultsFingerprint,
} from './predict-rules.ts';
import { type Game, SheetStore, SheetWriter } from './sheets.store.ts';

/** The SQL function `predict_bouts_changed` also contains the name of this task. */
export const SCORING_TASK = 'prediction_scores';
const AT_ONCE_MAX = 200;
/** Number of sheets in the first transaction. Its duration decides how many the next one scores. */
const SCORED_FIRST = 500;
const SCORED_AT_ONCE_MAX = 5_000;

export interface ScoreDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Stops a scoring after the current step. The next run continues the scoring. */
  readonly signal?: AbortSignal;
  readonly scoredAtOnceMax?: number;
}

/** Closes a card's sheets if they are due, and counts the picks. @returns whether anything changed */
async function closeAndCount({ db, clock }: ScoreDeps, game: Game, card: Card): Promise<boolean> {
  const now = clock();
  const bouts = gameBoutsOf(card);
  const planned = plannedStartOf(bouts);
  if (planned === null || !isClosed(game, bouts, now)) return false;
  if (game.countedAt !== null) return false;
  if (game.closedAt === null) {
    await db.transaction().execute(async (trx) => {
      const writer = new SheetWriter(trx);
      await writer.fence(card.programId);
      await writer.close(card.programId, planned < now ? planned : now);
    });
  }
  // The closing is committed. The sheets can no longer change, so counting needs no lock.
  await db.transaction().execute(async (trx) => {
    await new BoardWriter(trx).extendTimeout();
    await new SheetWriter(trx).countPicks(card.programId, CODES_OF, now);
  });
  return true;
}

/**
 * Scores the next sheets of a card if scoring is due. Concurrent calls run one after the other. If the results have
 * changed, the scoring restarts from the first sheet; sheets whose score is already right stay unchanged.
 */
async function scoreSheets(
  { db, clock }: ScoreDeps,
  programId: string,
  sheetsMax: number,
): Promise<'nothing' | 'some' | 'all'> {
  return db.transaction().execute(async (trx) => {
    const sheets = new SheetWriter(trx);
    await sheets.fence(programId);
    const boards = new BoardWriter(trx);
    await boards.lock();
    const game = await boards.findGame(programId);
    const [card] = await new CardStore(trx).find([programId]);
    if (game === undefined || card === undefined) return 'nothing';
    const now = clock();
    const bouts = gameBoutsOf(card);
    const startsAt = plannedStartOf(bouts);
    if (startsAt === null || !isScoringDue(game, bouts, now)) return 'nothing';
    const slots = (await new SheetStore(trx).findSlots([programId])).get(programId) ?? [];
    const fingerprint = resultsFingerprint(slots, bouts);
    if (!isOutdated(game, fingerprint)) return 'nothing';
    if (game.closedAt === null) await sheets.close(programId, startsAt < now ? startsAt : now);
    const { after } = await boards.score({
      programId,
      startsAt,
      month: monthOf(startsAt),
      worths: pointsBySlot(slots, bouts),
      codesEnd: CODES_END,
      after: game.scoringFrom === fingerprint ? game.scoringAfter : null,
      sheetsMax,
    });
    if (after === null) {
      await boards.finish(programId, fingerprint, now);
      return 'all';
    }
    await boards.saveProgress(programId, fingerprint, after);
    await boards.commitAsync();
    return 'some';
  });
}

/**
 * Returns whether scoring is due. A scoring that has begun is always completed, even if a result was withdrawn
 * meanwhile.
 */
const isScoringDue = (game: Game, bouts: readonly GameBout[], now: Date): boolean =>
  game.scoredAt !== null || game.scoringFrom !== null || isFinalDue(game, bouts, now);

/** Returns whether any sheets have not been scored with these results. */
const isOutdated = (game: Game, fingerprint: string): boolean =>
  game.scoringFrom !== null || game.scoredFrom !== fingerprint;

/**
 * Scores a card when it is due, and again when a result has changed. Each short step commits its scores and its
 * progress together. Therefore nothing is blocked for long, and a crash neither loses a score nor counts one twice.
 *
 * @returns whether all sheets were scored
 */
export async function scoreGame(deps: ScoreDeps, programId: string): Promise<boolean> {
  const { scoredAtOnceMax: most = SCORED_AT_ONCE_MAX, signal } = deps;
  let sheets = Math.min(SCORED_FIRST, most);
  for (;;) {
    const beganMs = performance.now();
    const done = await scoreSheets(deps, programId, sheets);
    if (done !== 'some' || signal?.aborted === true) return done === 'all';
    sheets = Math.min(nextStepSize(sheets, performance.now() - beganMs), most);
  }
}

/** Runs the work for each card and publishes the changes. The failure of one card does not stop the others. */
async function forEachCard(
  deps: ScoreDeps,
  games: readonly Game[],
  work: (game: Game, card: Card) => Promise<boolean>,
): Promise<void> {
  const { bus, db } = deps;
  const byId = new Map(games.map((game) => [game.programId, game]));
  await attemptEach(
    await new CardStore(db).find([...byId.keys()]),
    ({ programId }) => `scoring of card ${programId}`,
    async (card) => {
      const game = byId.get(card.programId);
      if (game === undefined || !(await work(game, card))) return;
      bus.publish('predict:changed', { programId: card.programId as ProgramId });
    },
  );
}

/** Closes, counts and scores the due cards whose scores are not final. */
export async function processDueGames(deps: ScoreDeps): Promise<void> {
  const games = await new SheetStore(deps.db).findUnscored(AT_ONCE_MAX);
  await forEachCard(deps, games, async (game, card) => {
    const isCounted = await closeAndCount(deps, game, card);
    const isDue = isScoringDue(game, gameBoutsOf(card), deps.clock());
    return (isDue && (await scoreGame(deps, card.programId))) || isCounted;
  });
}

/** Scores cards again whose results have changed since their scoring. */
export async function correctScores(deps: ScoreDeps): Promise<void> {
  const store = new SheetStore(deps.db);
  const scored = await store.findOutdated(AT_ONCE_MAX);
  if (scored.length === 0) return;
  const slots = await store.findSlots(scored.map((game) => game.programId));
  await forEachCard(deps, scored, async (game, card) => {
    const now = resultsFingerprint(slots.get(card.programId) ?? [], gameBoutsOf(card));
    const hasChanged = isOutdated(game, now) && (await scoreGame(deps, card.programId));
    // `changes` was read before the results, so a change in between is found by the next run.
    if (deps.signal?.aborted !== true) await store.markChecked(card.programId, game.changes);
    return hasChanged;
  });
}

/** Counts cards whose scores are not final although their deadline has passed. */
export async function countOverdue({ db, clock }: ScoreDeps): Promise<number> {
  const games = await new SheetStore(db).findUnscored(AT_ONCE_MAX);
  const byId = new Map(games.map((game) => [game.programId, game]));
  const cards = await new CardStore(db).find([...byId.keys()]);
  return cards.filter((card) => {
    const bouts = gameBoutsOf(card);
    const planned = plannedStartOf(bouts);
    return (
      planned !== null &&
      isClosed(byId.get(card.programId) ?? NEW_GAME, bouts, clock()) &&
      clock() >= finalDeadline(planned)
    );
  }).length;
}

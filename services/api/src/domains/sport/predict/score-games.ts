import type { ProgramId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { lockOf, whileLocked } from '../../../platform/database/advisory-locks.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type Card, CardStore } from '../../live/lives/lives.module.ts';
import { BoardWriter } from './boards.store.ts';
import { gameBoutsOf } from './game-card.ts';
import { CODES_END, CODES_OF } from './pick-codes.ts';
import {
  finalByOf,
  fingerprintOf,
  type GameBout,
  isClosed,
  isFinalDue,
  monthOf,
  NEW_GAME,
  plannedStartOf,
  stepAfter,
  worthsOf,
} from './predict-rules.ts';
import { type Game, SheetStore, SheetWriter } from './sheets.store.ts';

const AT_ONCE_MAX = 200;
/** As many as the first transaction scores; what it took says how many the next one does. */
const SCORED_FIRST = 500;
const SCORED_AT_ONCE_MAX = 5_000;

export interface ScoreDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends a scoring after the sheets that are in hand; the next look goes on with it. */
  readonly signal?: AbortSignal;
  readonly scoredAtOnceMax?: number;
}

/** Closes a programme's sheets whose time has come, and counts what was picked. Returns whether that is news. */
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
  // Since that is committed nobody comes in, so nothing has to wait while they are counted.
  await db.transaction().execute(async (trx) => {
    await new BoardWriter(trx).takeTime();
    await new SheetWriter(trx).countPicks(card.programId, CODES_OF, now);
  });
  return true;
}

/**
 * Scores the next sheets of a programme, where that is due. Of two at once the second goes on where the first has come to.
 * Results that change meanwhile begin anew: what is scored with them already stays as it is.
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
    const fingerprint = fingerprintOf(slots, bouts);
    if (!isOutdated(game, fingerprint)) return 'nothing';
    if (game.closedAt === null) await sheets.close(programId, startsAt < now ? startsAt : now);
    const { after } = await boards.score({
      programId,
      startsAt,
      month: monthOf(startsAt),
      worths: worthsOf(slots, bouts),
      codesEnd: CODES_END,
      after: game.scoringFrom === fingerprint ? game.scoringAfter : null,
      sheetsMax,
    });
    if (after === null) {
      await boards.finish(programId, fingerprint, now);
      return 'all';
    }
    await boards.remember(programId, fingerprint, after);
    await boards.commitEarly();
    return 'some';
  });
}

/** What was begun is brought to its end, also where a result was taken back since. */
const isScoringDue = (game: Game, bouts: readonly GameBout[], now: Date): boolean =>
  game.scoredAt !== null || game.scoringFrom !== null || isFinalDue(game, bouts, now);

/** Whether some sheets are not scored from these results. */
const isOutdated = (game: Game, fingerprint: string): boolean =>
  game.scoringFrom !== null || game.scoredFrom !== fingerprint;

/**
 * Makes the scores of a programme final where they are due, and makes them anew where a result has changed since: as many
 * sheets at a time as this machine scores in a moment, each time with how far it has come, so that nobody waits for a
 * million, and a crash loses nothing and counts nothing twice.
 *
 * @returns whether scores were made
 */
export async function scoreGame(deps: ScoreDeps, programId: string): Promise<boolean> {
  const { scoredAtOnceMax: most = SCORED_AT_ONCE_MAX, signal } = deps;
  let sheets = Math.min(SCORED_FIRST, most);
  for (;;) {
    const beganMs = performance.now();
    const done = await scoreSheets(deps, programId, sheets);
    if (done !== 'some' || signal?.aborted === true) return done === 'all';
    sheets = Math.min(stepAfter(sheets, performance.now() - beganMs), most);
  }
}

/** Does for each programme what is due; one that fails keeps no other waiting, and is tried again with the next look. */
async function forEachCard(
  deps: ScoreDeps,
  games: readonly Game[],
  work: (game: Game, card: Card) => Promise<boolean>,
): Promise<void> {
  const { bus, db, logger } = deps;
  const byId = new Map(games.map((game) => [game.programId, game]));
  for (const card of await new CardStore(db).find([...byId.keys()])) {
    const game = byId.get(card.programId);
    if (game === undefined) continue;
    try {
      const isNews = await work(game, card);
      if (isNews) bus.publish('predict:changed', { programId: card.programId as ProgramId });
    } catch (err) {
      logger.error({ err, programId: card.programId }, 'predictions are not scored');
    }
  }
}

/** Closes, counts and scores whatever is due and not final yet. */
export async function workOffGames(deps: ScoreDeps): Promise<void> {
  const games = await new SheetStore(deps.db).findUnscored(AT_ONCE_MAX);
  await forEachCard(deps, games, async (game, card) => {
    const isCounted = await closeAndCount(deps, game, card);
    const isDue = isScoringDue(game, gameBoutsOf(card), deps.clock());
    return (isDue && (await scoreGame(deps, card.programId))) || isCounted;
  });
}

/** Makes scores anew where results have changed since: of this programme, or of all that are marked. */
export async function correctScores(deps: ScoreDeps, programId?: string): Promise<void> {
  const store = new SheetStore(deps.db);
  const scored =
    programId === undefined
      ? await store.findOutdated(AT_ONCE_MAX)
      : [...(await store.findGames([programId])).values()].filter((game) => game.scoredAt !== null);
  if (scored.length === 0) return;
  const slots = await store.findSlots(scored.map((game) => game.programId));
  await forEachCard(deps, scored, async (game, card) => {
    const now = fingerprintOf(slots.get(card.programId) ?? [], gameBoutsOf(card));
    const isNews = isOutdated(game, now) && (await scoreGame(deps, card.programId));
    // The changes were counted before their results were read, so none is passed over.
    if (deps.signal?.aborted !== true) await store.markChecked(card.programId, game.changes);
    return isNews;
  });
}

/** The same for all that are marked, on one node of many. */
export async function correctMarkedScores(deps: ScoreDeps): Promise<void> {
  await whileLocked(deps.db, lockOf('scoreCorrections'), () => correctScores(deps));
}

/** How many programmes should have had final scores by now. */
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
      clock() >= finalByOf(planned)
    );
  }).length;
}

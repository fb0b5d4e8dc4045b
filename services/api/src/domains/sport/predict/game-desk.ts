import type { ResponseOf } from '@sangwian/contract/contract';
import type { MatchResult } from '@sangwian/contract/endpoints/live';
import type { GameCard, GameEffect, GameSheet } from '@sangwian/contract/endpoints/operator/game';
import type { MatchId, MatchLiveId, MemberId } from '@sangwian/contract/ids';
import { ProgramId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import { gameBoutsOf } from './game-card.ts';
import { type BoutVersion, GameDeskStore } from './game-desk.store.ts';
import { CODES_END } from './pick-codes.ts';
import { isClosed, isSlotOf, NEW_GAME, pointsBySlot } from './predict-rules.ts';
import type { CardGame } from './present-predict.ts';
import { presentProgram } from './present-predict.ts';
import { findCardGame, findCardGames, type ReadDeps } from './read-game.ts';
import { SCORING_TASK } from './score-games.ts';
import { SheetWriter } from './sheets.store.ts';

/** Operators see a card from the same time on as fans do. */
const COMING_MS = 14 * 24 * 60 * 60_000;
const LEADERS_MAX = 5;

/** Manages the prediction game for operators. */
export interface GameDesk {
  /** Returns a page of cards with their games, latest first. */
  findPage(page: {
    readonly limit: number;
    readonly cursor?: string | undefined;
  }): Promise<ResponseOf<'GET /operator/game'>>;
  /** @throws {ApiError} `predict_not_found` */
  find(programId: string): Promise<GameSheet>;
  /**
   * Computes which ranks would change if a bout had another result. Nothing is written.
   *
   * @throws {ApiError} `predict_not_found`, `match_not_found`
   */
  previewResult(programId: string, boutId: string, result: MatchResult): Promise<GameEffect>;
  /**
   * Makes the scores final before the deadline. A bout without a result does not count until it has a result.
   *
   * @param undecided the number of bouts without a result that the operator saw
   * @throws {ApiError} `predict_not_found`, `edit_stale`, `game_open`, `game_final`
   */
  finalise(programId: string, undecided: number, actor: string): Promise<void>;
}

const Position = z
  .tuple([z.int().min(0).max(8.64e15), ProgramId])
  .transform(([atMs, programId]) => ({ startsAt: new Date(atMs), programId }));

function presentCard(cardGame: CardGame, sheets: number, by: string | null, now: Date): GameCard {
  const { program_id, title, starts_at, status, closes_at, final_by, matches } = presentProgram(
    cardGame,
    now,
  );
  return {
    ...{ program_id, title, starts_at, status, closes_at, final_by, sheets },
    bouts: matches.length,
    decided: matches.filter(({ result }) => result !== null).length,
    scored_at: cardGame.game?.scoredAt?.toISOString() ?? null,
    finalised_by: by,
  };
}

const NO_VERSION: BoutVersion = {
  match_live_id: null,
  version: null,
  confirmed: false,
  on_hold: false,
};

function presentBouts(
  { card, slots }: CardGame,
  versions: ReadonlyMap<string, BoutVersion>,
): GameSheet['matches'] {
  const gameBouts = gameBoutsOf(card);
  return card.bouts.map((bout, index) => {
    const gameBout = gameBouts[index];
    const slot = slots.find((one) => gameBout !== undefined && isSlotOf(one, gameBout));
    const { match_live_id, version, confirmed, on_hold } = versions.get(bout.boutId) ?? NO_VERSION;
    return {
      match_id: bout.boutId as MatchId,
      match_live_id: match_live_id as MatchLiveId | null,
      version,
      ...{ confirmed, on_hold },
      order: bout.order,
      rounds: bout.rounds,
      red: bout.red.name,
      blue: bout.blue.name,
      result: bout.result,
      picks: { red: slot?.red ?? 0, draw: slot?.draw ?? 0, blue: slot?.blue ?? 0 },
    };
  });
}

/** Makes the scores of a card final. @throws {ApiError} see `GameDesk.finalise` */
async function finaliseGame(
  { db, clock }: ReadDeps,
  programId: string,
  { undecided, actor }: { readonly undecided: number; readonly actor: string },
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    await new SheetWriter(trx).fence(programId);
    const { card, game } = await findCardGame(trx, programId);
    const bouts = gameBoutsOf(card);
    const state = game ?? NEW_GAME;
    if (state.scoredAt !== null || state.finalisedAt !== null) throw new ApiError('game_final');
    if (!isClosed(state, bouts, now)) throw new ApiError('game_open');
    const open = bouts.filter(({ result }) => result === null).length;
    if (open !== undecided) {
      throw new ApiError('edit_stale', {
        details: [{ path: 'undecided', message: String(open) }],
      });
    }
    await new GameDeskStore(trx).finalise(programId, actor, now);
    await addJob(trx, SCORING_TASK, { queue: SCORING_TASK });
  });
}

/** Creates the desk of the prediction game. */
export function createGameDesk(deps: ReadDeps): GameDesk {
  const { db, clock, members } = deps;
  const store = new GameDeskStore(db);
  const namesOf = async (ids: readonly string[]) => {
    const names = await members.findMemberNames(ids as MemberId[]);
    // A deleted member no longer has a name.
    return (id: string): string => names.get(id as MemberId)?.name ?? '';
  };
  const compare = (cardGame: CardGame, bouts: ReturnType<typeof gameBoutsOf>) =>
    store.compare({
      programId: cardGame.card.programId,
      before: pointsBySlot(cardGame.slots, gameBoutsOf(cardGame.card)),
      after: pointsBySlot(cardGame.slots, bouts),
      codesEnd: CODES_END,
      leadersMax: LEADERS_MAX,
    });
  return {
    findPage: async ({ limit, cursor }) => {
      const before = openCursor(cursor, Position);
      const until = new Date(clock().getTime() + COMING_MS);
      const rows = await store.findPage({ before, until, limit: limit + 1 });
      const { shown, next_cursor } = pageOf(rows, limit, (last) => [
        last.starts_at.getTime(),
        last.program_id,
      ]);
      const ids = shown.map(({ program_id }) => program_id);
      const games = new Map(
        (await findCardGames(db, ids)).map((one) => [one.card.programId, one] as const),
      );
      return {
        data: shown.flatMap((row) => {
          const game = games.get(row.program_id);
          return game === undefined
            ? []
            : [presentCard(game, row.sheets, row.finalised_by, clock())];
        }),
        next_cursor,
      };
    },
    find: async (programId) => {
      const cardGame = await findCardGame(db, programId);
      const [state, versions, { leaders }] = await Promise.all([
        store.findState(programId),
        store.findVersions(programId),
        compare(cardGame, gameBoutsOf(cardGame.card)),
      ]);
      const nameOf = await namesOf(leaders.map(({ member_id }) => member_id));
      return {
        ...presentCard(cardGame, state.sheets, state.finalised_by, clock()),
        matches: presentBouts(cardGame, versions),
        leaders: leaders.map(({ rank, member_id, points }) => ({
          ...{ rank, member_id, points },
          name: nameOf(member_id),
        })),
      };
    },
    previewResult: async (programId, boutId, result) => {
      const cardGame = await findCardGame(db, programId);
      const bouts = gameBoutsOf(cardGame.card);
      if (!bouts.some((bout) => bout.boutId === boutId)) throw new ApiError('match_not_found');
      const { leaders, ...effect } = await compare(
        cardGame,
        bouts.map((bout) => (bout.boutId === boutId ? { ...bout, result } : bout)),
      );
      const nameOf = await namesOf(leaders.map(({ member_id }) => member_id));
      return {
        ...effect,
        leaders: leaders.map((row) => ({ ...row, name: nameOf(row.member_id) })),
      };
    },
    finalise: (programId, undecided, actor) => finaliseGame(deps, programId, { undecided, actor }),
  };
}

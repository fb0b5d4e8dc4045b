import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import { type MemberId, ProgramId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import { CardStore } from '../../live/lives/lives.module.ts';
import { BOARD_OF_ALL, BoardStore, boardOfMonth, boardOfProgram } from './boards.store.ts';
import { monthOf } from './predict-rules.ts';
import { type CardGame, presentProgram, presentSheet } from './present-predict.ts';
import { type SheetRow, SheetStore } from './sheets.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Past cards are shown for this long after their start, well after their scores have become final. */
const PAST_MS = 2 * DAY_MS;
const PAST_MAX = 2;
const COMING_MS = 14 * DAY_MS;
const PAST_FOUND_MAX = 20;

export interface ReadDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'findMemberNames'>;
}

type BoardQuery = RequestOf<'GET /predict/rank'>['query'];

/** Finds the games of these cards, ordered by start. Cards without bouts are left out. */
export async function findCardGames(
  db: Kysely<Database>,
  programIds: readonly string[],
): Promise<CardGame[]> {
  const store = new SheetStore(db);
  const cards = await new CardStore(db).find(programIds);
  const games = await store.findGames(programIds);
  const slots = await store.findSlots(programIds);
  return cards.flatMap((card) =>
    card.bouts.length === 0
      ? []
      : [{ card, game: games.get(card.programId), slots: slots.get(card.programId) ?? [] }],
  );
}

export async function findCardGame(db: Kysely<Database>, programId: string): Promise<CardGame> {
  const [cardGame] = await findCardGames(db, [programId]);
  if (cardGame === undefined) throw new ApiError('predict_not_found');
  return cardGame;
}

export async function readCurrent({ db, clock }: ReadDeps): Promise<PredictProgram[]> {
  const now = clock();
  const cards = new CardStore(db);
  const past = await cards.findBetween(new Date(now.getTime() - PAST_MS), now, PAST_FOUND_MAX);
  const coming = await cards.findBetween(
    now,
    new Date(now.getTime() + COMING_MS),
    LIMITS.predictProgramsMax - PAST_MAX,
  );
  const cardGames = await findCardGames(db, [...past.slice(-PAST_MAX), ...coming]);
  return cardGames.map((cardGame) => presentProgram(cardGame, now));
}

/** Reads a member's sheet of a card; `null` if there is none. @throws {ApiError} `predict_not_found` */
export async function readSheet(
  { db, clock }: ReadDeps,
  programId: string,
  memberId: MemberId,
): Promise<PredictSheet | null> {
  const cardGame = await findCardGame(db, programId);
  const row = await new SheetStore(db).findSheet(programId, memberId);
  if (row === undefined) return null;
  const name = boardOfProgram(programId);
  const places = await new BoardStore(db).findPlaces(memberId, [name]);
  return presentSheet(cardGame, row, places.get(name), clock());
}

/** The content of a history cursor: the position of the last sheet of a page. */
const HistoryPosition = z
  .tuple([z.int().min(0).max(8.64e15), ProgramId])
  .transform(([atMs, programId]) => ({ confirmedAt: new Date(atMs), programId }));

async function presentSheets({ db, clock }: ReadDeps, memberId: MemberId, rows: SheetRow[]) {
  const ids = rows.map((row) => row.program_id);
  const cardGames = new Map(
    (await findCardGames(db, ids)).map((cardGame) => [cardGame.card.programId, cardGame] as const),
  );
  const places = await new BoardStore(db).findPlaces(memberId, ids.map(boardOfProgram));
  const now = clock();
  return rows.flatMap((row) => {
    const cardGame = cardGames.get(row.program_id);
    if (cardGame === undefined) return [];
    const place = places.get(boardOfProgram(row.program_id));
    return [
      {
        program: presentProgram(cardGame, now),
        sheet: presentSheet(cardGame, row, place, now),
      },
    ];
  });
}

/** Reads a page of a member's sheets. */
export async function readHistory(
  deps: ReadDeps,
  memberId: MemberId,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ResponseOf<'GET /predict/history'>> {
  const from = openCursor(cursor, HistoryPosition) ?? undefined;
  const rows = await new SheetStore(deps.db).findSheets(memberId, limit + 1, from);
  const { shown, next_cursor } = pageOf(rows, limit, (last) => [
    last.confirmed_at.getTime(),
    last.program_id,
  ]);
  return { data: await presentSheets(deps, memberId, shown), next_cursor };
}

export async function exportSheets(deps: ReadDeps, memberId: MemberId, limit: number) {
  const rows = await new SheetStore(deps.db).findSheets(memberId, limit);
  const sheets = await presentSheets(deps, memberId, rows);
  return sheets.map(({ program, sheet }) => ({ title: program.title, ...sheet }));
}

/** Finds the latest closed card or, if there is none, the latest card with a board. */
async function findLatestCardGame(deps: ReadDeps): Promise<CardGame | null> {
  const closed = (await readCurrent(deps)).findLast((program) => program.status !== 'open');
  const programId = closed?.program_id ?? (await new BoardStore(deps.db).findLatestProgram());
  return programId === undefined ? null : findCardGame(deps.db, programId);
}

const isScored = (cardGame: CardGame): boolean => (cardGame.game?.scoredAt ?? null) !== null;

/** Returns the name of the board that a query asks for, and the card if it is the board of a card. */
async function resolveBoard(deps: ReadDeps, query: BoardQuery) {
  const { period = 'program', month = monthOf(deps.clock()) } = query;
  if (period === 'all') return { period, name: BOARD_OF_ALL, month: null, cardGame: null };
  if (period === 'month') return { period, name: boardOfMonth(month), month, cardGame: null };
  const cardGame =
    query.program_id === undefined
      ? await findLatestCardGame(deps)
      : await findCardGame(deps.db, query.program_id);
  const name =
    cardGame !== null && isScored(cardGame) ? boardOfProgram(cardGame.card.programId) : '';
  return { period, name, month: null, cardGame };
}

/** Reads the top of a board. @throws {ApiError} `predict_not_found` */
export async function readBoard(
  deps: ReadDeps,
  query: BoardQuery,
): Promise<ResponseOf<'GET /predict/rank'>['data']> {
  const { db, clock, members } = deps;
  const { period, name, month, cardGame } = await resolveBoard(deps, query);
  const store = new BoardStore(db);
  const board = await store.findBoard(name);
  const top =
    board === undefined ? [] : await store.findTop(board.predict_board_id, LIMITS.leaderboardMax);
  const names = await members.findMemberNames(top.map((row) => row.member_id as MemberId));
  const program = cardGame === null ? null : presentProgram(cardGame, clock());
  return {
    period,
    program:
      program === null
        ? null
        : {
            program_id: program.program_id,
            title: program.title,
            starts_at: program.starts_at,
            status: program.status,
          },
    month,
    members: board?.members ?? 0,
    rows: top.map((row) => {
      const memberId = row.member_id as MemberId;
      return {
        ...row,
        member_id: memberId,
        name: names.get(memberId)?.name ?? '',
        avatar: names.get(memberId)?.avatar ?? null,
      };
    }),
  };
}

/** Reads a member's place on a board. @throws {ApiError} `predict_not_found` */
export async function readPlace(
  deps: ReadDeps,
  query: BoardQuery,
  memberId: MemberId,
): Promise<ResponseOf<'GET /predict/rank/mine'>['data']> {
  const { name } = await resolveBoard(deps, query);
  const store = new BoardStore(deps.db);
  const place = (await store.findPlaces(memberId, [name])).get(name);
  if (place !== undefined) {
    const { rank, points, winners, sheets, members } = place;
    return { rank, points, winners, sheets, members };
  }
  const board = await store.findBoard(name);
  return { rank: null, points: 0, winners: 0, sheets: 0, members: board?.members ?? 0 };
}

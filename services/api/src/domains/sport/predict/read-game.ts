import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import type { PredictProgram, PredictSheet } from '@sangwian/contract/endpoints/predict';
import { type MemberId, ProgramId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import { CardStore } from '../../live/lives/lives.module.ts';
import { BOARD_OF_ALL, BoardStore, boardOfMonth, boardOfProgram } from './boards.store.ts';
import { monthOf } from './predict-rules.ts';
import { presentProgram, presentSheet, type Scene } from './present-predict.ts';
import { type SheetRow, SheetStore } from './sheets.store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Programmes that began are shown until their scores are an afternoon old. */
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

/** What there is of these programmes, in the order of their start. One without bouts is not there. */
async function findScenes(db: Kysely<Database>, programIds: readonly string[]): Promise<Scene[]> {
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

async function findScene(db: Kysely<Database>, programId: string): Promise<Scene> {
  const [scene] = await findScenes(db, [programId]);
  if (scene === undefined) throw new ApiError('predict_not_found');
  return scene;
}

/** Programmes around now: the last that began, and those that come. */
export async function readCurrent({ db, clock }: ReadDeps): Promise<PredictProgram[]> {
  const now = clock();
  const cards = new CardStore(db);
  const past = await cards.findBetween(new Date(now.getTime() - PAST_MS), now, PAST_FOUND_MAX);
  const coming = await cards.findBetween(
    now,
    new Date(now.getTime() + COMING_MS),
    LIMITS.predictProgramsMax - PAST_MAX,
  );
  const scenes = await findScenes(db, [...past.slice(-PAST_MAX), ...coming]);
  return scenes.map((scene) => presentProgram(scene, now));
}

/** A member's sheet of a programme; `null` where there is none. @throws {ApiError} `predict_not_found` */
export async function readSheet(
  { db, clock }: ReadDeps,
  programId: string,
  memberId: MemberId,
): Promise<PredictSheet | null> {
  const scene = await findScene(db, programId);
  const row = await new SheetStore(db).findSheet(programId, memberId);
  if (row === undefined) return null;
  const name = boardOfProgram(programId);
  const places = await new BoardStore(db).findPlaces(memberId, [name]);
  return presentSheet(scene, row, places.get(name), clock());
}

/** What a history cursor holds: where the page ended. */
const HistoryPosition = z
  .tuple([z.int().min(0).max(8.64e15), ProgramId])
  .transform(([atMs, programId]) => ({ confirmedAt: new Date(atMs), programId }));

async function presentSheets({ db, clock }: ReadDeps, memberId: MemberId, rows: SheetRow[]) {
  const ids = rows.map((row) => row.program_id);
  const scenes = new Map(
    (await findScenes(db, ids)).map((scene) => [scene.card.programId, scene] as const),
  );
  const places = await new BoardStore(db).findPlaces(memberId, ids.map(boardOfProgram));
  const now = clock();
  return rows.flatMap((row) => {
    const scene = scenes.get(row.program_id);
    if (scene === undefined) return [];
    const place = places.get(boardOfProgram(row.program_id));
    return [
      {
        program: presentProgram(scene, now),
        sheet: presentSheet(scene, row, place, now),
      },
    ];
  });
}

/** A page of a member's sheets. */
export async function readHistory(
  deps: ReadDeps,
  memberId: MemberId,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ResponseOf<'GET /predict/history'>> {
  const from = cursor === undefined ? undefined : openCursor(cursor, HistoryPosition);
  const rows = await new SheetStore(deps.db).findSheets(memberId, limit + 1, from);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: await presentSheets(deps, memberId, shown),
    next_cursor:
      last === undefined || rows.length === shown.length
        ? null
        : sealCursor([last.confirmed_at.getTime(), last.program_id]),
  };
}

/** All sheets of a member, for its export. */
export async function exportSheets(deps: ReadDeps, memberId: MemberId, limit: number) {
  const rows = await new SheetStore(deps.db).findSheets(memberId, limit);
  const sheets = await presentSheets(deps, memberId, rows);
  return sheets.map(({ program, sheet }) => ({ title: program.title, ...sheet }));
}

/** The programme whose sheets closed last; of none that began lately the last that has a board. */
async function findLatestScene(deps: ReadDeps): Promise<Scene | null> {
  const closed = (await readCurrent(deps)).findLast((program) => program.status !== 'open');
  const programId = closed?.program_id ?? (await new BoardStore(deps.db).findLatestProgram());
  return programId === undefined ? null : findScene(deps.db, programId);
}

/** A programme's board is there once every sheet is scored. */
const isMade = (scene: Scene): boolean => (scene.game?.scoredAt ?? null) !== null;

/** Which board is asked for, by its name; of a programme with the programme. */
async function findAsked(deps: ReadDeps, query: BoardQuery) {
  const { period = 'program', month = monthOf(deps.clock()) } = query;
  if (period === 'all') return { period, name: BOARD_OF_ALL, month: null, scene: null };
  if (period === 'month') return { period, name: boardOfMonth(month), month, scene: null };
  const scene =
    query.program_id === undefined
      ? await findLatestScene(deps)
      : await findScene(deps.db, query.program_id);
  const name = scene !== null && isMade(scene) ? boardOfProgram(scene.card.programId) : '';
  return { period, name, month: null, scene };
}

/** A board with the first of it. @throws {ApiError} `predict_not_found` */
export async function readBoard(
  deps: ReadDeps,
  query: BoardQuery,
): Promise<ResponseOf<'GET /predict/rank'>['data']> {
  const { db, clock, members } = deps;
  const { period, name, month, scene } = await findAsked(deps, query);
  const store = new BoardStore(db);
  const board = await store.findBoard(name);
  const top =
    board === undefined ? [] : await store.findTop(board.predict_board_id, LIMITS.leaderboardMax);
  const names = await members.findMemberNames(top.map((row) => row.member_id as MemberId));
  const program = scene === null ? null : presentProgram(scene, clock());
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

/** A member's own place on a board. @throws {ApiError} `predict_not_found` */
export async function readPlace(
  deps: ReadDeps,
  query: BoardQuery,
  memberId: MemberId,
): Promise<ResponseOf<'GET /predict/rank/mine'>['data']> {
  const { name } = await findAsked(deps, query);
  const store = new BoardStore(deps.db);
  const place = (await store.findPlaces(memberId, [name])).get(name);
  if (place !== undefined) {
    const { rank, points, winners, sheets, members } = place;
    return { rank, points, winners, sheets, members };
  }
  const board = await store.findBoard(name);
  return { rank: null, points: 0, winners: 0, sheets: 0, members: board?.members ?? 0 };
}

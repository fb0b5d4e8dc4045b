import type { Program } from '@sangwian/contract/endpoints/program';
import { ProgramId, type PromotionId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import {
  bangkokDay,
  endOfBangkokDay,
  startOfBangkokDay,
} from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Concealed, FighterRecords } from '../../live/lives/lives.module.ts';
import { writeCalendar } from './calendar-rules.ts';
import { presentProgram } from './present-program.ts';
import { calendarName, eventOf } from './program-calendar.ts';
import type { ProgramBoutRow, ProgramRow } from './program-rows.ts';
import { ASSUMED_OVER_MS } from './program-rules.ts';
import type { ProgramFilter, ProgramStore } from './programme.store.ts';

const DAY_MS = 86_400_000;
const DAYS_BACK = 14;
const DAYS_AHEAD = 60;
/** Maximum number of events in a calendar. */
const EVENTS_MAX = 200;
const STARTS_MAX = 1_000;

const Position = z
  .tuple([z.int().min(-8.64e15).max(8.64e15), ProgramId])
  .transform(([startsAtMs, programId]) => ({ startsAt: new Date(startsAtMs), programId }));

export interface ProgramDeps {
  readonly store: ProgramStore;
  readonly clock: Clock;
  readonly findRecords: (
    fighterIds: readonly string[],
    concealed: Concealed,
  ) => Promise<FighterRecords>;
  readonly findConcealed: (view: { readonly showsResults: boolean }) => Promise<Concealed>;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

interface ResultsQuery {
  readonly show_results?: boolean | undefined;
}

interface ListQuery extends ResultsQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly promotion?: string | undefined;
  readonly order: 'soonest' | 'latest';
}

const boutsByProgram = (bouts: readonly ProgramBoutRow[]): Map<string, ProgramBoutRow[]> =>
  Map.groupBy(bouts, (bout) => bout.program_id);

/** Returns cards with their bouts and the fighters' current records. */
async function presentAll(
  deps: ProgramDeps,
  rows: readonly ProgramRow[],
  { show_results: shows }: ResultsQuery,
): Promise<Program[]> {
  if (rows.length === 0) return [];
  const [bouts, concealed] = await Promise.all([
    deps.store.findBouts(rows),
    deps.findConcealed({ showsResults: shows === true }),
  ]);
  const ids = new Set(bouts.flatMap((bout) => [bout.red_id, bout.blue_id]));
  const records = await deps.findRecords([...ids], concealed);
  const ofProgram = boutsByProgram(bouts);
  const now = deps.clock();
  return rows.map((row) =>
    presentProgram(row, ofProgram.get(row.program_id) ?? [], { records, now, concealed }),
  );
}

/**
 * Converts the requested days to times. The default is today and later, or before today for the order `latest`. A card
 * in progress that began before midnight counts as today's.
 */
function timeFilter({ from, to, order }: ListQuery, now: Date): ProgramFilter {
  const today = startOfBangkokDay(bangkokDay(now));
  const begin = from === undefined ? undefined : startOfBangkokDay(from);
  const end = to === undefined ? undefined : endOfBangkokDay(to);
  const since = new Date(now.getTime() - ASSUMED_OVER_MS);
  return order === 'soonest'
    ? {
        from: begin ?? today,
        before: end,
        inProgress: begin === undefined ? { since, mode: 'include' } : undefined,
      }
    : {
        from: begin,
        before: end ?? today,
        inProgress: end === undefined ? { since, mode: 'exclude' } : undefined,
      };
}

export async function listPrograms(deps: ProgramDeps, query: ListQuery) {
  const after = openCursor(query.cursor, Position);
  const rows = await deps.store.findPage(
    { ...timeFilter(query, deps.clock()), promotionId: query.promotion },
    { order: query.order, after, limit: query.limit + 1 },
  );
  const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [
    last.starts_at.getTime(),
    last.program_id,
  ]);
  return { data: await presentAll(deps, shown, query), next_cursor };
}

/** Reads one card. @throws {ApiError} `match_not_found` */
export async function readProgram(
  deps: ProgramDeps,
  programId: string,
  query: ResultsQuery,
): Promise<Program> {
  const rows = await deps.store.findPage({ programId }, { limit: 1 });
  const [program] = await presentAll(deps, rows, query);
  if (program === undefined) throw new ApiError('match_not_found');
  return program;
}

export async function listProgramFilters({ store, clock }: ProgramDeps) {
  const todayMs = startOfBangkokDay(bangkokDay(clock())).getTime();
  const [promotions, starts] = await Promise.all([
    store.findPromotions(),
    store.findStarts(
      new Date(todayMs - DAYS_BACK * DAY_MS),
      new Date(todayMs + DAYS_AHEAD * DAY_MS),
      STARTS_MAX,
    ),
  ]);
  return {
    promotions: promotions.map((row) => ({
      promotion_id: row.promotion_id as PromotionId,
      name: { th: row.name_th, en: row.name_en },
    })),
    days: [...new Set(starts.map(bangkokDay))].slice(0, LIMITS.programDaysMax),
  };
}

/** Writes a calendar of one card or of the coming cards. @throws {ApiError} `match_not_found` */
export async function readCalendar(
  { store, clock, publicUrl }: ProgramDeps,
  query: {
    readonly program_id?: string | undefined;
    readonly promotion_id?: string | undefined;
    readonly lang: 'TH' | 'EN';
  },
): Promise<string> {
  const { program_id: programId, promotion_id: promotionId, lang: language } = query;
  const promotion = promotionId === undefined ? null : await store.findPromotion(promotionId);
  if (promotion === undefined) throw new ApiError('match_not_found');
  // Yesterday's cards stay in the calendar, so that subscribers receive a late cancellation.
  const from =
    programId === undefined
      ? new Date(startOfBangkokDay(bangkokDay(clock())).getTime() - DAY_MS)
      : undefined;
  const rows = await store.findPage({ programId, promotionId, from }, { limit: EVENTS_MAX });
  if (programId !== undefined && rows.length === 0) throw new ApiError('match_not_found');
  const ofProgram = boutsByProgram(rows.length === 0 ? [] : await store.findBouts(rows));
  return writeCalendar({
    name: calendarName(promotion, language),
    language,
    events: rows.map((row) =>
      eventOf(row, ofProgram.get(row.program_id) ?? [], { language, publicUrl }),
    ),
  });
}

import type {
  Fighter,
  FighterSummary,
  PastBout,
  RankedFighter,
} from '@sangwian/contract/endpoints/fighters';
import { type DivisionId, FighterId, type GymId, MatchId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf, sealCursor } from '../../../platform/http/cursor.ts';
import type { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Concealed } from '../../live/lives/lives.module.ts';
import type { SearchHitRow } from './fighter-rows.ts';
import {
  type FighterFilter,
  type FightersStore,
  MIDDLE_CHARS_MIN,
  type SearchPosition,
  soundPattern,
  type WordReadings,
  wholeSoundPattern,
} from './fighters.store.ts';
import { presentFighter, presentPast, presentRanked, presentSummary } from './present-fighter.ts';
import { rankDivision, rankingPeriod, type Standing } from './ranking-rules.ts';
import { maxChanges, NEAR_CHARS_MIN, type SearchWord, searchWords } from './search-key-rules.ts';

/** Maximum number of readings of a misspelled word. */
const NEAR_WORDS_MAX = 10;
const COMING_MAX = 10;
const FORM_MAX = 10;
/** A bout that is this late and has no result is no longer listed as coming. */
const LATE_MS_MAX = 12 * 3_600_000;
const RANKING_FRESHNESS = { freshMs: 10_000, staleMs: 600_000 };

const FoundCursor = z
  .tuple([z.int().min(0).max(10_000), z.string().max(200), FighterId])
  .transform(([score, sortKey, fighterId]) => ({ score, sortKey, fighterId }));
const BoutPosition = z
  .tuple([z.int().min(0).max(8.64e15), MatchId])
  .transform(([startsAtMs, boutId]) => ({ startsAt: new Date(startsAtMs), boutId }));
const RankPosition = z.int().min(1).max(10_000_000);

export interface FighterDeps {
  readonly store: FightersStore;
  readonly concealed: Concealed;
  readonly clock: Clock;
  /** Cached rankings by division. Every fighter's page needs a ranking, which sums up a year of bouts. */
  readonly rankings: FreshKeeper<readonly Standing[]>;
}

const showsAll = ({ lives }: Concealed): boolean => lives.size === 0;

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Page<Item> = { data: Item[]; next_cursor: string | null };

/**
 * Finds a page of fighters. If all words are short, they match only the beginning of names, since they would match too
 * much elsewhere.
 */
function findPage(
  store: FightersStore,
  words: readonly SearchWord[],
  {
    filter,
    after,
    limit,
  }: {
    readonly filter: FighterFilter;
    readonly after: SearchPosition | null;
    readonly limit: number;
  },
): Promise<SearchHitRow[]> {
  const [first, ...others] = words;
  if (first === undefined) return store.findAll(filter, after, limit);
  if (words.every(({ sound }) => sound.length < MIDDLE_CHARS_MIN)) {
    return store.findStarting([first, ...others], filter, after, limit);
  }
  return store.findFitting(words, filter, after, limit);
}

/** Returns the readings of a word: the word itself, which also matches within other words, and similar words. */
async function readingsOf(store: FightersStore, sound: string): Promise<WordReadings> {
  const itself = { pattern: soundPattern(sound), changes: 0 };
  if (sound.length < NEAR_CHARS_MIN) return [itself];
  const near = await store.findNear(sound, maxChanges(sound), NEAR_WORDS_MAX);
  return [
    itself,
    ...near.map((word) => ({ pattern: wholeSoundPattern(word.sound), changes: word.changes })),
  ];
}

/** Finds fighters by misspelled words: first with all words joined to one name, then word by word. */
async function findMisspelled(
  store: FightersStore,
  sounds: readonly string[],
  filter: FighterFilter,
  limit: number,
): Promise<SearchHitRow[]> {
  const splits = sounds.length > 1 ? [[sounds.join('')], sounds] : [sounds];
  for (const split of splits) {
    const words = await Promise.all(split.map((sound) => readingsOf(store, sound)));
    const rows = words.some((readings) => readings.length > 1)
      ? await store.findByReadings(words, filter, limit)
      : [];
    if (rows.length > 0) return rows;
  }
  return [];
}

/**
 * Lists fighters by name or by search. If a search finds no fighter, the words are treated as misspelled; that search
 * returns one page.
 */
export async function listFighters(
  { store }: Pick<FighterDeps, 'store'>,
  query: PageQuery &
    FighterFilter & {
      readonly q?: string | undefined;
      readonly show_results?: boolean | undefined;
    },
): Promise<Page<FighterSummary>> {
  const { limit, cursor, q, division, gym, province } = query;
  const filter = { division, gym, province };
  const words = q === undefined ? [] : searchWords(q);
  const isEmpty = q === undefined || q.trim() === '';
  // The query contains only punctuation, or a word in a script other than Thai and Latin.
  if (!isEmpty && (words.length === 0 || words.some(({ sound }) => sound === ''))) {
    return { data: [], next_cursor: null };
  }
  const after = openCursor(cursor, FoundCursor);
  const rows = await findPage(store, words, { filter, after, limit: limit + 1 });
  if (rows.length === 0 && after === null) {
    const sounds = words.map(({ sound }) => sound);
    const hits = await findMisspelled(store, sounds, filter, limit);
    return { data: hits.map(presentSummary), next_cursor: null };
  }
  const { shown, next_cursor } = pageOf(rows, limit, (last) => [
    last.score,
    last.sort_key,
    last.fighter_id,
  ]);
  return { data: shown.map(presentSummary), next_cursor };
}

export async function listFilters({ store }: FighterDeps) {
  const [divisions, gyms, provinces] = await Promise.all([
    store.findDivisions(),
    store.findGyms(),
    store.findProvinces(),
  ]);
  return {
    divisions: divisions.map((row) => ({
      division_id: row.division_id as DivisionId,
      name: { th: row.name_th, en: row.name_en },
      weight_pounds_max: row.weight_pounds_max,
    })),
    gyms: gyms.map((row) => ({
      gym_id: row.camp_id as GymId,
      name: { th: row.name_th, en: row.name_en },
    })),
    provinces: provinces.map((row) => ({ th: row.province_th, en: row.province_en })),
  };
}

function standingsOf(
  { store, clock, rankings, concealed }: FighterDeps,
  divisionId: string,
): Promise<readonly Standing[]> {
  const key = showsAll(concealed) ? divisionId : `${divisionId} concealed`;
  return rankings.get(key, RANKING_FRESHNESS, async () => {
    const { since, until } = rankingPeriod(clock());
    return rankDivision(await store.findSeason(divisionId, since, until));
  });
}

export async function listRanking(
  deps: FighterDeps,
  { limit, cursor, division }: PageQuery & { readonly division: string },
): Promise<Page<RankedFighter>> {
  const from = openCursor(cursor, RankPosition) ?? 0;
  const standings = await standingsOf(deps, division);
  const shown = standings.slice(from, from + limit);
  const rows = await deps.store.findByIds(shown.map(({ fighterId }) => fighterId));
  const rowOf = new Map(rows.map((row) => [row.fighter_id, row]));
  return {
    data: shown.flatMap((standing) => {
      const row = rowOf.get(standing.fighterId);
      return row === undefined ? [] : [presentRanked(standing, row)];
    }),
    next_cursor: standings.length > from + limit ? sealCursor(from + limit) : null,
  };
}

/** Reads one fighter for the fighter's page. @throws {ApiError} `match_not_found` */
export async function readFighter(deps: FighterDeps, fighterId: string): Promise<Fighter> {
  const { store, clock, concealed } = deps;
  const now = clock();
  const [row] = await store.findByIds([fighterId]);
  if (row === undefined) throw new ApiError('match_not_found');
  const [endings, fought, coming, standings] = await Promise.all([
    store.findEndings(fighterId),
    store.findPast(fighterId, { limit: FORM_MAX, cancelled: false }),
    store.findComing(fighterId, new Date(now.getTime() - LATE_MS_MAX), COMING_MAX),
    standingsOf(deps, row.division_id),
  ]);
  const standing = standings.find((one) => one.fighterId === fighterId);
  return presentFighter(row, {
    endings,
    fought,
    concealed,
    coming,
    ranking: standing === undefined ? null : { standing, of: standings.length },
    today: bangkokDay(now),
  });
}

/** Lists a fighter's past bouts. @throws {ApiError} `match_not_found` */
export async function listBouts(
  { store, concealed }: FighterDeps,
  fighterId: string,
  { limit, cursor, against }: PageQuery & { readonly against?: string | undefined },
): Promise<Page<PastBout>> {
  const after = openCursor(cursor, BoutPosition);
  const rows = await store.findPast(fighterId, {
    limit: limit + 1,
    after,
    against,
    cancelled: true,
  });
  if (rows.length === 0 && (await store.findByIds([fighterId])).length === 0) {
    throw new ApiError('match_not_found');
  }
  const { shown, next_cursor } = pageOf(rows, limit, (last) => [
    last.starts_at.getTime(),
    last.bout_id,
  ]);
  return { data: presentPast(shown, concealed), next_cursor };
}

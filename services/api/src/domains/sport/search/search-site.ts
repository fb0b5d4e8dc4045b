import type { FoundShow, SiteSearch } from '@sangwian/contract/endpoints/search';
import { LIMITS } from '@sangwian/contract/limits';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Concealed } from '../../live/lives/lives.module.ts';
import { type FindFighters, searchWords } from '../fighters/fighters.module.ts';
import type { SearchStore, ShowGroup, ShowRow } from './search.store.ts';

/** Older evenings are found on the pages of their fighters only. */
const PAST_MS_MAX = 2 * 366 * 86_400_000;

export interface SearchDeps {
  readonly store: SearchStore;
  readonly findFighters: FindFighters;
  /** Finds the ended lives that can be watched again. */
  readonly findReplays: () => Promise<Concealed['lives']>;
  readonly clock: Clock;
}

const presentShow = (row: ShowRow): FoundShow => ({
  program_id: row.program_id as FoundShow['program_id'],
  program_live_id: row.program_live_id as FoundShow['program_live_id'],
  title: { th: row.title_th, en: row.title_en },
  stadium: { th: row.stadium_th, en: row.stadium_en },
  starts_at: row.starts_at.toISOString(),
});

/** Finds fighters and evenings by what a fan has typed so far. */
export async function searchSite(
  { store, findFighters, findReplays, clock }: SearchDeps,
  q: string,
): Promise<SiteSearch> {
  const words = searchWords(q);
  if (words.length === 0) return { fighters: [], lives: [], cards: [], replays: [] };
  const now = clock();
  const limit = LIMITS.searchGroupMax;
  const [{ data: fighters }, shows] = await Promise.all([
    findFighters({ q, limit }),
    findReplays().then((replays) =>
      store.findShows(words, { now, since: new Date(now.getTime() - PAST_MS_MAX), replays, limit }),
    ),
  ]);
  const group = (name: ShowGroup) =>
    shows.filter(({ found_in }) => found_in === name).map(presentShow);
  return {
    fighters: fighters.map(({ fighter_id, name, nickname, gym, photo }) => ({
      ...{ fighter_id, name, nickname, photo },
      gym: gym.name,
    })),
    lives: group('lives'),
    cards: group('cards'),
    replays: group('replays'),
  };
}

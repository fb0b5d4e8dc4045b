import { type LaggingReads, serveLagging } from '../../../platform/database/lagging-reads.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { addressKey, createLimit } from '../../../platform/http/rate-limits.ts';
import type { SharedCounters } from '../../../platform/limits/shared-counters.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { findConcealed } from '../../live/lives/lives.module.ts';
import { createFindFighters } from '../fighters/fighters.module.ts';
import { SearchStore } from './search.store.ts';
import { type SearchDeps, searchSite } from './search-site.ts';

/** A fan types about three searches in ten seconds; fans of a mobile carrier share addresses. */
const SEARCHES_PER_ADDRESS = { max: 120, seconds: 10 };

export interface SearchModuleDeps {
  readonly reads: LaggingReads;
  readonly clock: Clock;
  readonly counters: SharedCounters | null;
}

/** Creates the module of the search in the top bar. */
export function createSearchModule({ reads, clock, counters }: SearchModuleDeps): ApiModule {
  const { max, seconds } = SEARCHES_PER_ADDRESS;
  const limit = createLimit(max, seconds, { name: 'search', counters });
  return {
    handlers: serveLagging(reads, (db) => {
      const deps: SearchDeps = {
        store: new SearchStore(db),
        findFighters: createFindFighters(db),
        findReplays: async () => (await findConcealed(db, { showsResults: false })).lives,
        clock,
      };
      return {
        'GET /search': async ({ query, ip }) => {
          await limit.take(addressKey(ip));
          return { data: await searchSite(deps, query.q) };
        },
      };
    }),
  };
}

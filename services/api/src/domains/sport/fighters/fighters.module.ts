import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import { type LaggingReads, serveLagging } from '../../../platform/database/lagging-reads.ts';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { findConcealed } from '../../live/lives/lives.module.ts';
import { FightersStore } from './fighters.store.ts';
import { indexFighters } from './index-fighters.ts';
import type { Standing } from './ranking-rules.ts';
import {
  type FighterDeps,
  listBouts,
  listFighters,
  listFilters,
  listRanking,
  readFighter,
} from './read-fighters.ts';

export { soundPattern } from './fighters.store.ts';
export { importFighters } from './import-fighters.ts';
export { type SearchWord, searchWords } from './search-key-rules.ts';

/** Interval of indexing names that were changed outside the API, by an operator's SQL statement or the sample data. */
const POLL_MS = 10_000;
/** Maximum number of cached rankings. There is one per division, and requests may name unknown divisions. */
const RANKINGS_KEPT_MAX = 50;

interface ResultsQuery {
  readonly show_results?: boolean | undefined;
}

export interface FightersModuleDeps {
  readonly db: Kysely<Database>;
  readonly reads: LaggingReads;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Indexes new fighters in the caller's transaction. */
export const indexNewFighters = (trx: Transaction<Database>): Promise<number> => indexFighters(trx);

export type FindFighters = (query: {
  readonly q: string;
  readonly limit: number;
}) => ReturnType<typeof listFighters>;

/** Returns the search of fighters for other modules. Their records omit results of lives that can be watched again. */
export const createFindFighters =
  (db: Kysely<Database>): FindFighters =>
  async (query) => {
    const concealed = await findConcealed(db, { showsResults: false });
    return listFighters({ store: new FightersStore(db, concealed) }, query);
  };

/** Creates the module of fighters: search, ranking and records. */
export function createFightersModule(options: FightersModuleDeps): ApiModule {
  const { db, reads, clock, logger } = options;
  const rankings = new FreshKeeper<readonly Standing[]>({
    entriesMax: RANKINGS_KEPT_MAX,
    mayServeStale: (error) => toApiError(error).httpStatus >= 500,
  });
  const poll = every(POLL_MS, () => db.transaction().execute(indexFighters), {
    name: 'fighter_index',
    logger,
    firstAfterMs: 0,
  });
  return {
    handlers: serveLagging(reads, (readable) => {
      const depsFor = async ({ show_results: shows }: ResultsQuery): Promise<FighterDeps> => {
        const concealed = await findConcealed(readable, { showsResults: shows === true });
        return { store: new FightersStore(readable, concealed), concealed, clock, rankings };
      };
      return {
        'GET /fighter': async ({ query }) => listFighters(await depsFor(query), query),
        'GET /fighter/filters': async () => ({ data: await listFilters(await depsFor({})) }),
        'GET /fighter/ranking': async ({ query }) => listRanking(await depsFor(query), query),
        'GET /fighter/{fighter_id}': async ({ params, query }) => ({
          data: await readFighter(await depsFor(query), params.fighter_id),
        }),
        'GET /fighter/{fighter_id}/bouts': async ({ params, query }) =>
          listBouts(await depsFor(query), params.fighter_id, query),
      };
    }),
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}

import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ApiModule } from '../platform/http/handler.ts';
import { type DirectorDeps, directSampleShow } from './direct-show.ts';
import { SeasonStore } from './season.store.ts';

const POLL_MS = 1_000;

export interface SampleSeasonOptions extends DirectorDeps {
  readonly logger: Logger;
  /** Whether the story directs tonight's live. */
  readonly hasStory: boolean;
}

/** Runs the story of the sample season, if it is on and the database has the season. */
export function createSampleSeasonModule(options: SampleSeasonOptions): ApiModule {
  const poll = every(POLL_MS, () => directSampleShow(options), {
    name: 'sample_show',
    logger: options.logger,
  });
  return {
    start: async () => {
      if (!options.hasStory) return;
      const season = await new SeasonStore(options.db).find();
      if (season !== undefined) poll.start();
    },
    stop: () => poll.stop(),
  };
}

import type { Logger } from '@sangwian/node-kit/logger';
import type { ApiModule } from '../platform/http/handler.ts';
import { type DirectorDeps, directSampleShow } from './direct-show.ts';
import { SeasonStore } from './season.store.ts';

const LOOK_MS = 1_000;

export interface SampleSeasonOptions extends DirectorDeps {
  readonly logger: Logger;
}

/** Keeps the sample's show going, on a database that holds the sample; on any other it does nothing. */
export function createSampleSeasonModule(options: SampleSeasonOptions): ApiModule {
  let timer: NodeJS.Timeout | null = null;
  let directing: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    directing = directSampleShow(options)
      .catch((err: unknown) => options.logger.warn({ err }, 'sample show failed'))
      .finally(() => {
        if (timer !== null) timer = setTimeout(look, LOOK_MS);
      });
  };
  return {
    start: async () => {
      const season = await new SeasonStore(options.db).find();
      if (season !== undefined) timer = setTimeout(look, LOOK_MS);
    },
    stop: async () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await directing;
    },
  };
}

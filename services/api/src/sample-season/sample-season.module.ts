import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { ApiModule } from '../http/handler.ts';
import { isInHand } from '../modules/show/show.module.ts';
import { roundAt } from './bout-clock.ts';
import { SeasonStore } from './season.store.ts';
import { TONIGHT_BOUT_ID, TONIGHT_LIVE_ID } from './season-plan.ts';

const LOOK_MS = 1_000;

export interface SampleSeasonOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Turns the rounds of the sample's bout that is on, as an operator would, so that pages have something to follow.
 *
 * @returns whether a round or a rest began
 */
export async function turnSampleRound({ db, bus, clock }: SampleSeasonOptions): Promise<boolean> {
  const store = new SeasonStore(db);
  const bout = await store.findCurrentBout(TONIGHT_BOUT_ID);
  // Who has it in hand turns its rounds, too.
  if (bout === undefined || (await isInHand(db, bout.match_live_id))) return false;
  const turned = await store.setRound(
    bout.match_live_id,
    roundAt(bout.starts_at, bout.rounds, clock()),
  );
  if (turned) bus.publish('live:changed', { programLiveId: TONIGHT_LIVE_ID as ProgramLiveId });
  return turned;
}

/** Keeps the sample's bout going, on a database that holds the sample; on any other it does nothing. */
export function createSampleSeasonModule(options: SampleSeasonOptions): ApiModule {
  let timer: NodeJS.Timeout | null = null;
  let turning: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    turning = turnSampleRound(options)
      .catch((err: unknown) => options.logger.warn({ err }, 'sample round not turned'))
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
      await turning;
    },
  };
}

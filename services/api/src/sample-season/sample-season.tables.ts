import type { Generated } from 'kysely';

export interface SampleSeasonTables {
  sample_season: SampleSeasonTable;
}

interface SampleSeasonTable {
  only_one: Generated<boolean>;
  /** The moment that the season's times lie around. */
  anchored_at: Date;
  stream_key: string;
}

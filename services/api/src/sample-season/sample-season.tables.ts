import type { Generated } from 'kysely';

export interface SampleSeasonTables {
  sample_season: SampleSeasonTable;
}

interface SampleSeasonTable {
  only_one: Generated<boolean>;
  /** The time around which the season is planned. */
  anchored_at: Date;
  stream_key: string;
}

import type { RestreamFailure } from '@sangwian/contract/endpoints/operator/restream';
import type { Generated } from 'kysely';

/** Rows of the table that this module owns. */
export interface RestreamTables {
  restream_target: RestreamTargetTable;
}

interface RestreamTargetTable {
  restream_target_id: Generated<string>;
  channel_id: string;
  name: string;
  url: string;
  sealed_key: Buffer;
  is_enabled: Generated<boolean>;
  created_at: Date;
  created_by: string;
  updated_at: Date;
  updated_by: string;
  /** When the media process last reported; `null`: not since the target was switched on. */
  reported_at: Date | null;
  state: 'connecting' | 'sending' | 'retrying' | null;
  state_since: Date | null;
  failure: RestreamFailure | null;
  bitrate_bps: number | null;
}

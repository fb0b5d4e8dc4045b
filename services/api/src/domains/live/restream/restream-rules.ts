import {
  RestreamFailure,
  type RestreamTarget,
} from '@sangwian/contract/endpoints/operator/restream';
import { z } from 'zod';

/** A media process reports every two seconds. Without a report for this long, the state is unknown. */
const REPORT_MS_MAX = 15_000;
const CHANNELS_MAX = 64;
const TARGETS_MAX = 1_000;
const BITRATE_MAX = 2_147_483_647;

/** What a media process reports of its targets, with the channels that are on air there. */
export const RestreamReport = z.object({
  /** One start of the media process, as in its leases. */
  process_id: z.uuid(),
  channel_ids: z.array(z.string().min(1).max(63)).max(CHANNELS_MAX),
  states: z
    .array(
      z.object({
        target_id: z.uuid(),
        state: z.enum(['connecting', 'sending', 'retrying']),
        /** Milliseconds since the state began, because clocks differ. */
        for_ms: z.int().min(0),
        failure: RestreamFailure.nullable().catch(null),
        bitrate_bps: z.int().min(0).max(BITRATE_MAX),
      }),
    )
    .max(TARGETS_MAX),
});
export type RestreamReport = z.infer<typeof RestreamReport>;

/** A row of a target, with whether its channel is on air. */
export interface TargetRow {
  readonly restream_target_id: string;
  readonly name: string;
  readonly url: string;
  readonly is_enabled: boolean;
  readonly created_at: Date;
  readonly created_by: string;
  readonly reported_at: Date | null;
  readonly state: 'connecting' | 'sending' | 'retrying' | null;
  readonly state_since: Date | null;
  readonly failure: RestreamFailure | null;
  readonly bitrate_bps: number | null;
}

export interface PresentFacts {
  readonly isOnAir: boolean;
  readonly isReadable: boolean;
  readonly now: Date;
}

type Shown = Pick<RestreamTarget, 'state' | 'since' | 'failure' | 'bitrate_bps'>;

function stateOf(row: TargetRow, { isOnAir, isReadable, now }: PresentFacts): Shown {
  const none = { since: null, failure: null, bitrate_bps: 0 };
  if (!row.is_enabled) return { state: 'off', ...none };
  if (!isReadable) return { state: 'retrying', ...none, failure: 'key_unreadable' };
  const { reported_at: reportedAt, state } = row;
  const isStale =
    reportedAt === null || now.getTime() - reportedAt.getTime() > REPORT_MS_MAX || state === null;
  if (!isOnAir || isStale) return { state: 'waiting', ...none };
  return {
    state,
    since: row.state_since?.toISOString() ?? null,
    failure: state === 'retrying' ? row.failure : null,
    bitrate_bps: state === 'sending' ? (row.bitrate_bps ?? 0) : 0,
  };
}

/** Presents a target to the console, without its key. */
export const presentTarget = (row: TargetRow, facts: PresentFacts): RestreamTarget => ({
  restream_target_id: row.restream_target_id,
  ...{ name: row.name, url: row.url, is_enabled: row.is_enabled },
  ...stateOf(row, facts),
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
});

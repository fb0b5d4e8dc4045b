import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { ProgramLiveId } from '../../ids.ts';
import { Bilingual, LiveStatus } from '../live.ts';

const time = z.iso.datetime();
const REPLAY_DAYS_MAX = 3_650;
const REPLAY_COINS_MAX = 100_000;
/** `null`: the default of the site; 0: not recorded. */
export const replayDays = z.number().int().min(0).max(REPLAY_DAYS_MAX).nullable();
/** `null`: the price of the live; 0: the replay is free. */
export const replayPrice = z.number().int().min(0).max(REPLAY_COINS_MAX).nullable();

/** The recording of one channel of a live. */
export const RecordingLine = z.object({
  recording_id: z.uuid(),
  program_live_id: ProgramLiveId,
  title: Bilingual,
  status: LiveStatus,
  channel_id: z.string(),
  bytes: z.number().int().nonnegative(),
  started_at: time,
  /** When everything was stored; `null` until then. */
  completed_at: time.nullable(),
  replay_days: replayDays,
  replay_price_coins: replayPrice,
  /** `null` while the live is in progress. */
  expires_at: time.nullable(),
});
export type RecordingLine = z.infer<typeof RecordingLine>;

const row = {
  tag: 'Operators: programme',
  caller: 'operator',
  identity: 'staff',
  permission: 'edit_programme',
} as const;
const ofLive = z.object({ program_live_id: ProgramLiveId });

export const operatorRecordingEndpoints = endpoints({
  'GET /operator/recording': {
    ...row,
    summary: 'The recordings of lives, the newest first, at most 200',
    data: z.object({
      /** Days for which a replay is kept if its live sets no other number. */
      default_days: z.number().int(),
      recordings: z.array(RecordingLine),
    }),
    errors: [],
  },
  'PUT /operator/recording/{program_live_id}': {
    ...row,
    summary:
      'Set for how many days the replay of a live is kept, or that it is not recorded, and its price',
    params: ofLive,
    /** A missing field is left unchanged. */
    body: z.strictObject({
      replay_days: replayDays.optional(),
      replay_price_coins: replayPrice.optional(),
    }),
    data: z.object({ replay_days: replayDays, replay_price_coins: replayPrice }),
    errors: ['live_not_found'],
  },
  'DELETE /operator/recording/{program_live_id}': {
    ...row,
    summary: 'Delete the recording of a live, also while it is made. It is not recorded again',
    sensitive: true,
    params: ofLive,
    data: z.object({}),
    errors: ['live_not_found'],
  },
});

import { z } from 'zod';
import { endpoints, flag, pageQuery } from '../../endpoint.ts';
import { ClipId, MemberId, ProgramLiveId, PromotionId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { ReportReason } from '../chat-safety.ts';
import { ClipFailure } from '../clips.ts';
import { Bilingual } from '../live.ts';

const moderation = {
  tag: 'Operators: clips',
  caller: 'operator',
  identity: 'staff',
  permission: 'moderate_chat',
} as const;
const settings = { ...moderation, permission: 'edit_programme' } as const;
const byId = z.object({ clip_id: ClipId });
const why = z.string().trim().min(1).max(LIMITS.chatWhyCharsMax);
const count = z.number().int().nonnegative();
/**
 * Position of the vertical crop, in thousandths of the remaining width: 0 is the left edge of the video, 500 the
 * centre.
 */
const cropPermille = z.number().int().min(0).max(1_000);
const channelId = z.string().min(1).max(LIMITS.channelCharsMax);

/** A clip for moderators. */
export const OperatorClip = z.object({
  clip_id: ClipId,
  program_live_id: ProgramLiveId,
  title: z.string(),
  card: Bilingual,
  member_id: MemberId,
  member_name: z.string(),
  state: z.enum(['queued', 'encoding', 'ready', 'failed']),
  failure: ClipFailure.nullable(),
  progress: z.number().int(),
  duration_ms: z.number().int(),
  created_at: z.iso.datetime(),
  /** The watched word of the title, which a moderator has to read; `null` if others see the clip. */
  held_word: z.string().nullable(),
  /** Reports that are not decided. */
  reports: count,
  reasons: z.record(z.string(), count),
  /** What reporters wrote, the newest first. */
  notes: z.array(z.string()),
  files: z.object({ landscape: z.string(), poster: z.string() }).nullable(),
});
export type OperatorClip = z.infer<typeof OperatorClip>;

export const operatorClipEndpoints = endpoints({
  'GET /operator/clip': {
    ...moderation,
    summary: 'Clips, the latest first: all, or those that wait for a moderator',
    query: z.object({ ...pageQuery, review: flag.optional() }),
    data: OperatorClip,
    list: true,
    errors: [],
  },
  'POST /operator/clip/{clip_id}/remove': {
    ...moderation,
    summary: 'Remove a clip with its files',
    params: byId,
    body: z.strictObject({ because: ReportReason, reason: why }),
    data: z.object({}),
    errors: ['clip_not_found', 'clip_removed'],
  },
  'POST /operator/clip/{clip_id}/keep': {
    ...moderation,
    summary: 'Dismiss the reports of a clip, and show it if it was held; idempotent',
    params: byId,
    body: z.strictObject({ reason: why }),
    data: z.object({}),
    errors: ['clip_not_found', 'clip_removed'],
  },
  'GET /operator/clip-settings': {
    ...settings,
    summary: 'Promotions with clips of premium lives, the crop of each channel, and the queue',
    data: z.object({
      /** Whether this node of the API has ffmpeg. */
      encoder: z.boolean(),
      queued: count,
      promotions: z.array(
        z.object({ promotion_id: PromotionId, name: Bilingual, premium_clips: z.boolean() }),
      ),
      channels: z.array(z.object({ channel_id: z.string(), crop_permille: cropPermille })),
    }),
    errors: [],
  },
  'PUT /operator/clip-settings/promotion/{promotion_id}': {
    ...settings,
    summary: 'Allow clips of the premium lives of a promotion, or not',
    params: z.object({ promotion_id: PromotionId }),
    body: z.strictObject({ premium_clips: z.boolean() }),
    data: z.object({ premium_clips: z.boolean() }),
    errors: ['not_found'],
  },
  'PUT /operator/clip-settings/channel/{channel_id}': {
    ...settings,
    summary: 'Set where the vertical form of a channel’s clips is cropped',
    params: z.object({ channel_id: channelId }),
    body: z.strictObject({ crop_permille: cropPermille }),
    data: z.object({ crop_permille: cropPermille }),
    errors: ['channel_not_found'],
  },
});

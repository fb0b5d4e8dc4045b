import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { ChatMessageId, MemberId, ProgramLiveId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

/** Why a fan reports a message or a member. */
export const ReportReason = z.enum(['spam', 'abuse', 'gambling', 'sexual', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

/** Why a chat is in shield mode. Fans read the reason in their language. */
export const ShieldReason = z.enum(['spam', 'abuse', 'gambling']);
export type ShieldReason = z.infer<typeof ShieldReason>;

export const BlockedMember = z.object({
  member_id: MemberId,
  /** Empty if the account was deleted. */
  member_name: z.string(),
  member_avatar: z.string().nullable(),
  blocked_at: z.iso.datetime(),
});
export type BlockedMember = z.infer<typeof BlockedMember>;

const byMember = z.object({ member_id: MemberId });

export const chatSafetyEndpoints = endpoints({
  'POST /chat/reports': {
    summary: 'Report a chat message, or a member; a repeated report has no effect',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    body: z
      .strictObject({
        /** The message; without it the report is about the member. */
        chat_message_id: ChatMessageId.optional(),
        member_id: MemberId.optional(),
        reason: ReportReason,
        note: z.string().trim().max(LIMITS.chatReportNoteCharsMax).default(''),
      })
      .refine(
        ({ chat_message_id: line, member_id: member }) =>
          (line === undefined) !== (member === undefined),
        { error: 'exactly one of chat_message_id and member_id', path: ['chat_message_id'] },
      ),
    data: z.object({
      /** `false` if the bearer had reported it before. */
      added: z.boolean(),
    }),
    errors: [
      'chat_line_not_found',
      'live_locked',
      'member_not_found',
      'chat_report_own',
      'chat_report_limit_reached',
    ],
  },
  'GET /chat/blocks': {
    summary: 'The members that the bearer has blocked, the latest first',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    data: z.array(BlockedMember).max(LIMITS.chatBlocksMax),
    errors: [],
  },
  'PUT /chat/blocks/{member_id}': {
    summary: 'Block a member: their messages are hidden from the bearer; idempotent',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    params: byMember,
    data: z.object({}),
    errors: ['member_not_found', 'chat_block_own', 'chat_block_limit_reached'],
  },
  'DELETE /chat/blocks/{member_id}': {
    summary: 'Unblock a member; idempotent',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    params: byMember,
    data: z.object({}),
    errors: [],
  },
  'GET /chat/appeals': {
    summary: 'The bearer’s appeal against the timeout that applies to a live',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    query: z.object({ program_live_id: ProgramLiveId }),
    data: z.object({
      /** `none`: the bearer can appeal, or has no timeout. */
      state: z.enum(['none', 'open', 'granted', 'refused']),
      /** The reason for the decision. */
      reason: z.string().nullable(),
      /** Why the bearer was timed out; `null` without a timeout. */
      because: ReportReason.nullable(),
    }),
    errors: [],
  },
  'POST /chat/appeals': {
    summary: 'Appeal once against the timeout that applies to a live',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({
      program_live_id: ProgramLiveId,
      text: z.string().trim().min(1).max(LIMITS.chatAppealCharsMax),
    }),
    data: z.object({}),
    errors: ['chat_appeal_unneeded', 'chat_appeal_exists'],
  },
  'GET /chat/removals/{chat_message_id}': {
    summary: 'Why a message of the bearer was removed, and the appeal against it',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    params: z.object({ chat_message_id: ChatMessageId }),
    data: z.object({
      because: ReportReason,
      /** `none`: the bearer can appeal. */
      state: z.enum(['none', 'open', 'granted', 'refused']),
      /** The reason for the decision on the appeal. */
      reason: z.string().nullable(),
    }),
    errors: ['chat_line_not_found'],
  },
  'POST /chat/removals/{chat_message_id}/appeal': {
    summary: 'Appeal once against the removal of a message of the bearer',
    tag: 'Chat',
    caller: 'browser',
    identity: 'member',
    params: z.object({ chat_message_id: ChatMessageId }),
    body: z.strictObject({ text: z.string().trim().min(1).max(LIMITS.chatAppealCharsMax) }),
    data: z.object({}),
    errors: ['chat_line_not_found', 'chat_appeal_exists'],
  },
});

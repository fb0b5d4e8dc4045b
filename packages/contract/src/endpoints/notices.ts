import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { ChatMessageId, MatchId, MatchLiveId, ProgramId, ProgramLiveId } from '../ids.ts';
import { Bilingual, MatchResult } from './live.ts';

/** The coins of cheers came back, by a result or by its correction. */
const CheerRefunded = z.object({
  kind: z.literal('cheer_refunded'),
  match_live_id: MatchLiveId,
  program_live_id: ProgramLiveId,
  /** Both fighters; `null` while the member hides results, because a refund reveals one. */
  title: Bilingual.nullable(),
  coins: z.number().int().positive(),
  reason: z.enum(['settled', 'corrected']),
});

/** The result of a bout of a followed fighter is final. */
const ResultFinal = z.object({
  kind: z.literal('result'),
  match_id: MatchId,
  program_id: ProgramId,
  program_live_id: ProgramLiveId,
  red: Bilingual,
  blue: Bilingual,
  /** The current result; `null` while the member hides results. */
  result: MatchResult.nullable(),
});

/** An order was paid, or its payment failed. */
const OrderEnded = z.object({
  kind: z.literal('order'),
  order_id: z.uuid(),
  number: z.string(),
  status: z.enum(['paid', 'failed']),
  coins: z.number().int().positive(),
});

/** A reminder that the member set became due, or its card or bout was moved, cancelled or restored. */
const ReminderDue = z.object({
  kind: z.literal('reminder'),
  reminder: z.enum(['day', 'hour', 'start', 'moved', 'cancelled', 'restored']),
  program_id: ProgramId,
  /** `null`: the whole card. */
  match_id: MatchId.nullable(),
  program_live_id: ProgramLiveId.nullable(),
  /** The title of the card, or both fighters. */
  title: Bilingual,
  starts_at: z.iso.datetime(),
});

/** Another member answered or mentioned the member in the chat of a live that the member was not watching. */
const ChatAnswered = z.object({
  kind: z.literal('chat'),
  reason: z.enum(['reply', 'mention']),
  chat_message_id: ChatMessageId,
  program_live_id: ProgramLiveId,
  /** The title of the live. `null`: the live is gone. */
  title: Bilingual.nullable(),
  /** The author’s name in the chat; empty after the deletion of the account, `null` if the message is gone. */
  member_name: z.string().nullable(),
  /** The message; `null` if it is gone, and while the member hides results, because messages reveal them. */
  text: z.string().nullable(),
});

export const NoticeAbout = z.discriminatedUnion('kind', [
  CheerRefunded,
  ResultFinal,
  OrderEnded,
  ReminderDue,
  ChatAnswered,
]);
export type NoticeAbout = z.infer<typeof NoticeAbout>;

const Notice = z.object({
  notice_id: z.uuid(),
  created_at: z.iso.datetime(),
  read: z.boolean(),
  about: NoticeAbout,
});
export type Notice = z.infer<typeof Notice>;

/** How many notices the bearer has not read, at most `LIMITS.noticesCountedMax`. */
const Unread = z.object({ unread: z.number().int().nonnegative() });

export const noticeEndpoints = endpoints({
  'GET /notice': {
    summary: 'The bearer’s notices, the latest first',
    tag: 'Notices',
    caller: 'browser',
    identity: 'member',
    query: z.object(pageQuery),
    data: Notice,
    list: true,
    errors: [],
  },
  'GET /notice/unread': {
    summary: 'How many notices the bearer has not read',
    tag: 'Notices',
    caller: 'browser',
    identity: 'member',
    data: Unread,
    errors: [],
  },
  'PUT /notice/read': {
    summary: 'Mark a notice and all earlier ones as read, on every device',
    tag: 'Notices',
    caller: 'browser',
    identity: 'member',
    body: z.strictObject({ up_to: z.uuid().toLowerCase() }),
    data: Unread,
    errors: [],
  },
});

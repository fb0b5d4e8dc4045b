import { z } from 'zod';
import { ErrorBody } from '../endpoint.ts';
import { ReportReason, ShieldReason } from '../endpoints/chat-safety.ts';
import { EncouragementBar, Gift, GiftLine } from '../endpoints/gifts.ts';
import {
  Bilingual,
  ChatMessage,
  ChatPin,
  LiveState,
  Match,
  MatchResult,
} from '../endpoints/live.ts';
import { OrderReason, OrderStatus } from '../endpoints/orders.ts';
import { SiteState } from '../endpoints/site.ts';
import type { ErrorCode } from '../errors/codes.ts';
import {
  ChatMessageId,
  MatchLiveId,
  MemberId,
  ProgramId,
  ProgramLiveId,
  WatchToken,
} from '../ids.ts';
import { LIMITS } from '../limits.ts';

/** The namespace of all live events. WebSocket transport only. */
export const EVENT_NAMESPACE = '/event';
/** The path of Socket.IO's own HTTP upgrade. */
export const SOCKET_PATH = '/socket.io';

/** The handshake's `auth`: always the app key, and the access token of a signed-in member. */
export const SocketAuth = z.object({
  app_key: z.string().max(256),
  access_token: z.string().max(256).optional(),
});
export type SocketAuth = z.infer<typeof SocketAuth>;

const failure = z.object({ ok: z.literal(false), error: ErrorBody });

export const LiveJoin = z.strictObject({
  program_live_id: ProgramLiveId,
  /** The `seq` of the client's last message; without it, or if it is too old, the answer is a snapshot. */
  since: z.number().int().min(0).optional(),
});

/** Restrictions of a chat for a while, against a wave of bad messages. They expire automatically. */
export const ChatShield = z.object({
  until: z.iso.datetime(),
  /** The remaining time, for clients with a wrong clock. */
  left_s: z.number().int().positive(),
  /** Seconds between two messages of a member, if longer than the usual slow mode. */
  slow_mode_s: z.number().int().positive(),
  /** Members who joined the site less than this long ago cannot send. */
  member_minutes: z.number().int().nonnegative(),
  reason: ShieldReason,
});
export type ChatShield = z.infer<typeof ChatShield>;

/** An announcement of the show over the video, for some seconds. */
export const ShowAnnouncement = z.object({
  /** Changes with every line, also with the same text again. */
  announcement_id: z.uuid(),
  text: Bilingual,
  /** The remaining time, for clients with a wrong clock. */
  left_s: z.number().int().positive(),
});
export type ShowAnnouncement = z.infer<typeof ShowAnnouncement>;

/** Settings of a live's chat, and the announcement of the show. */
export const ChatState = z.object({
  /** Seconds between two messages of a member, without shield mode. */
  slow_mode_s: z.number().int().positive(),
  /** `null` while shield mode is off. */
  shield: ChatShield.nullable(),
  pin: ChatPin.nullable(),
  /** `null` while there is none. */
  announcement: ShowAnnouncement.nullable(),
});
export type ChatState = z.infer<typeof ChatState>;

/** A timeout: the bearer cannot send messages until it ends. */
export const ChatTimeout = z.object({
  until: z.iso.datetime(),
  /** The remaining time, for clients with a wrong clock. */
  left_s: z.number().int().positive(),
});
export type ChatTimeout = z.infer<typeof ChatTimeout>;

/** A message that was held for review. Only its author sees it until it is allowed. */
export const HeldMessage = z.object({
  chat_message_id: ChatMessageId,
  text: z.string(),
  /** An allowed message arrives in a tick, with this id. */
  state: z.enum(['held', 'allowed', 'removed', 'expired']),
  /** Why it was removed. */
  reason: ReportReason.nullable(),
});
export type HeldMessage = z.infer<typeof HeldMessage>;

export const LiveJoinAck = z.union([
  z.object({
    ok: z.literal(true),
    /** `true`: `messages` replaces the client's messages; `false`: it continues them. */
    snapshot: z.boolean(),
    messages: z.array(ChatMessage),
    seq: z.number().int(),
    viewers: z.number().int(),
    /** The page may have been loaded before the live began or ended. Nodes of 1.13.3 do not send it. */
    live: LiveState.optional(),
    /** Whether this socket may send messages; visitors only read. */
    can_chat: z.boolean(),
    /** Whether this socket may use `chat:moderate`. */
    can_moderate: z.boolean(),
    chat: ChatState,
    timeout: ChatTimeout.nullable(),
    /** Recently removed messages, which a resuming client may still show. */
    removed: z.array(ChatMessageId).max(LIMITS.chatRemovedMax),
    /** The members that the bearer has blocked: clients hide their messages. */
    blocked: z.array(MemberId).max(LIMITS.chatBlocksMax),
    /** The bearer's own recent messages that were held for review. */
    held: z.array(HeldMessage),
    /** Bar of the current bout; `null` between bouts. */
    bar: EncouragementBar.nullable(),
  }),
  failure,
]);
export type LiveJoinAck = z.infer<typeof LiveJoinAck>;

export const LiveLeave = z.strictObject({ program_live_id: ProgramLiveId });

/**
 * Checks the length in UTF-16 units before any other rule. `max`, which documents the limit, counts code points and
 * accepts up to twice as many units.
 */
const ChatText = z
  .string()
  .refine(({ length }) => length <= LIMITS.chatUnitsMax, {
    abort: true,
    error: 'chat_too_long' satisfies ErrorCode,
  })
  .max(LIMITS.chatUnitsMax);

export const ChatSend = z.strictObject({
  program_live_id: ProgramLiveId,
  text: ChatText,
  /** Created by the client. A repeated id returns the first response and sends no second message. */
  chat_message_id: ChatMessageId,
  /** The message of the same live that this one answers. */
  reply_to: ChatMessageId.optional(),
});

export const ChatSendAck = z.union([
  z.object({ ok: z.literal(true), message: ChatMessage }),
  failure,
]);
export type ChatSendAck = z.infer<typeof ChatSendAck>;

const inLive = { program_live_id: ProgramLiveId };

/** An action of a moderator on the live page. */
export const ChatModerate = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['remove', 'pin']),
    chat_message_id: ChatMessageId,
    ...inLive,
  }),
  z.strictObject({ action: z.literal('unpin'), ...inLive }),
  z.strictObject({
    action: z.enum(['remove_all', 'end_timeout']),
    member_id: MemberId,
    ...inLive,
  }),
  z.strictObject({
    action: z.literal('timeout'),
    member_id: MemberId,
    minutes: z.number().int().min(1).max(LIMITS.chatTimeoutMinutesMax),
    ...inLive,
  }),
]);
export type ChatModerate = z.infer<typeof ChatModerate>;

export const ChatModerateAck = z.union([z.object({ ok: z.literal(true) }), failure]);
export type ChatModerateAck = z.infer<typeof ChatModerateAck>;

/** The page's watch token; `null`: the page stopped watching, and its socket stays open for other uses. */
export const WatchBeat = z.strictObject({ watch_token: WatchToken.nullable() });

/** What fans shout at the ringside. */
export const Reaction = z.enum(['ouch', 'knee', 'kick', 'elbow']);
export type Reaction = z.infer<typeof Reaction>;

/** A quick reaction. Counted, never stored; there is no acknowledgement that a client has to wait for. */
export const ReactionSend = z.strictObject({ program_live_id: ProgramLiveId, reaction: Reaction });

export const ReactionCounts = z.partialRecord(Reaction, z.number().int().positive());
export type ReactionCounts = z.infer<typeof ReactionCounts>;

/** One frame per live and tick, only if something changed. */
export const LiveTick = z.object({
  program_live_id: ProgramLiveId,
  /** The newest `seq` after this tick; a client with a gap resumes. */
  seq: z.number().int(),
  /** `seq` before the first message of this tick. */
  since: z.number().int(),
  messages: z.array(ChatMessage).max(LIMITS.chatPerTickMax),
  viewers: z.number().int(),
  /** Gifts since the last tick, oldest first; only the newest of many. The bar counts all. */
  gifts: z.array(GiftLine).max(LIMITS.giftsPerTickMax),
  /** The bar of the current bout, if it changed. */
  bar: EncouragementBar.nullable(),
  /** The reactions of all members since the last ones, at most four times a second. */
  reactions: z.object({ counts: ReactionCounts, at: z.iso.datetime() }).optional(),
});
export type LiveTick = z.infer<typeof LiveTick>;

/** Messages that clients must remove. */
export const ChatRemoved = z.object({
  program_live_id: ProgramLiveId,
  chat_message_ids: z.array(ChatMessageId).max(LIMITS.chatRemovedMax),
});
export type ChatRemoved = z.infer<typeof ChatRemoved>;

/** Slow mode, shield mode or the pinned message changed. */
export const ChatStateChanged = ChatState.extend({ program_live_id: ProgramLiveId });
export type ChatStateChanged = z.infer<typeof ChatStateChanged>;

/** A chat timeout of the bearer began or ended; sent to the member's own sockets only. */
export const ChatTimeoutChanged = z.object({
  /** `null`: in every live. */
  program_live_id: ProgramLiveId.nullable(),
  /** `null`: the timeout ended. */
  timeout: ChatTimeout.nullable(),
});
export type ChatTimeoutChanged = z.infer<typeof ChatTimeoutChanged>;

/** A held message of the bearer was decided; sent to the member's own sockets only. */
export const ChatHeldDecided = HeldMessage.omit({ text: true }).extend({
  program_live_id: ProgramLiveId,
});
export type ChatHeldDecided = z.infer<typeof ChatHeldDecided>;

/** The bearer has blocked or unblocked a member; sent to the member's own sockets only. */
export const ChatBlockChanged = z.object({ member_id: MemberId, blocked: z.boolean() });
export type ChatBlockChanged = z.infer<typeof ChatBlockChanged>;

/** The live began, ended, or starts at another time. */
export const LiveStateChanged = LiveState;

/** A bout or a round started or ended. */
export const MatchState = z.object({ program_live_id: ProgramLiveId, match: Match });

/** A result was recorded, withdrawn or corrected by a ruling, or the gifts of the bout were settled. */
export const MatchDecided = z.object({
  program_live_id: ProgramLiveId,
  match_live_id: MatchLiveId,
  state: z.enum(['recorded', 'withdrawn', 'corrected', 'settled']),
  /** Sequence of the ruling. Clients ignore a lower sequence than the highest that they know. 0 without a ruling. */
  sequence: z.number().int().nonnegative(),
  /** `null` if the result was withdrawn. */
  result: MatchResult.nullable(),
});
export type MatchDecided = z.infer<typeof MatchDecided>;

/** Why gifts were refunded: by the confirmed result, or by its correction. */
export const RefundReason = z.enum(['settled', 'corrected']);
export type RefundReason = z.infer<typeof RefundReason>;

/** The bearer's gifts to a bout were refunded; sent to the member's own sockets only. */
export const GiftRefunded = z.object({
  match_live_id: MatchLiveId,
  /** Both fighters. */
  title: Bilingual,
  coins: z.number().int().positive(),
  reason: RefundReason,
});
export type GiftRefunded = z.infer<typeof GiftRefunded>;

/** The bearer's wallet after a movement; sent to the member's own sockets only. */
export const WalletBalance = z.object({
  balance: z.number().int(),
  owed: z.number().int().nonnegative(),
});
export type WalletBalance = z.infer<typeof WalletBalance>;

/** An order of the bearer changed; sent to the member's own sockets only. */
export const OrderChanged = z.object({
  order_id: z.uuid(),
  status: OrderStatus,
  reason: OrderReason.nullable(),
});
export type OrderChanged = z.infer<typeof OrderChanged>;

/** The bearer has a new notice, or has read some on another device; sent to the member's own sockets only. */
const NoticesChanged = z.object({});

/** Sheets of a card closed, its marks changed, or its scores are final: clients fetch them again. */
export const PredictChanged = z.object({ program_id: ProgramId });
export type PredictChanged = z.infer<typeof PredictChanged>;

/** Operators switched a part of the site on or off, or changed the notice; sent to every socket. */
export const SiteChanged = SiteState;

export const SOCKET_EVENTS_IN = {
  'live:join': LiveJoin,
  'live:leave': LiveLeave,
  'chat:send': ChatSend,
  'chat:moderate': ChatModerate,
  'watch:beat': WatchBeat,
  'reaction:send': ReactionSend,
} as const;

/** The gifts that can be sent, after an operator's change. */
export const GiftsChanged = z.object({ gifts: z.array(Gift) });

export const SOCKET_EVENTS_OUT = {
  'live:tick': LiveTick,
  'live:state': LiveStateChanged,
  'chat:removed': ChatRemoved,
  'chat:state': ChatStateChanged,
  'chat:timeout': ChatTimeoutChanged,
  'chat:block': ChatBlockChanged,
  'chat:held': ChatHeldDecided,
  'match:state': MatchState,
  'match:result': MatchDecided,
  'gift:refunded': GiftRefunded,
  'gifts:changed': GiftsChanged,
  'wallet:balance': WalletBalance,
  'order:changed': OrderChanged,
  'notices:changed': NoticesChanged,
  'predict:changed': PredictChanged,
  'site:changed': SiteChanged,
} as const;

import { z } from 'zod';
import { ErrorBody } from '../endpoint.ts';
import { EncouragementBar, GiftLine } from '../endpoints/gifts.ts';
import { Bilingual, ChatMessage, ChatPin, Match, MatchResult } from '../endpoints/live.ts';
import { OrderReason, OrderStatus } from '../endpoints/orders.ts';
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

/** The namespace of everything that happens in a live. Websocket transport only. */
export const EVENT_NAMESPACE = '/event';
/** The path of Socket.IO's own HTTP upgrade. */
export const SOCKET_PATH = '/socket.io';

/** The handshake's `auth`: the app key always, the access token where somebody is signed in. */
export const SocketAuth = z.object({
  app_key: z.string().max(256),
  access_token: z.string().max(256).optional(),
});
export type SocketAuth = z.infer<typeof SocketAuth>;

const failure = z.object({ ok: z.literal(false), error: ErrorBody });

export const LiveJoin = z.strictObject({
  program_live_id: ProgramLiveId,
  /** The `seq` of the last line the client has; without it, or too far behind, the answer is a snapshot. */
  since: z.number().int().min(0).optional(),
});

/** What holds in a live's chat. */
export const ChatState = z.object({
  /** Between two lines of a member. */
  slow_mode_s: z.number().int().positive(),
  pin: ChatPin.nullable(),
});
export type ChatState = z.infer<typeof ChatState>;

/** The bearer may not send for a while. */
export const ChatTimeout = z.object({
  until: z.iso.datetime(),
  /** The same for a client whose clock is wrong. */
  left_s: z.number().int().positive(),
});
export type ChatTimeout = z.infer<typeof ChatTimeout>;

export const LiveJoinAck = z.union([
  z.object({
    ok: z.literal(true),
    /** `true`: `messages` replaces what the client shows; `false`: it comes after it. */
    snapshot: z.boolean(),
    messages: z.array(ChatMessage),
    seq: z.number().int(),
    viewers: z.number().int(),
    /** May this socket send: members may, visitors read. */
    can_chat: z.boolean(),
    /** May this socket remove lines and send members out: `chat:moderate`. */
    can_moderate: z.boolean(),
    chat: ChatState,
    timeout: ChatTimeout.nullable(),
    /** Lines that were removed among the newest: a client that comes back may still show them. */
    removed: z.array(ChatMessageId).max(LIMITS.chatRemovedMax),
    /** Of the bout that is on; `null` while none is. */
    bar: EncouragementBar.nullable(),
  }),
  failure,
]);
export type LiveJoinAck = z.infer<typeof LiveJoinAck>;

export const LiveLeave = z.strictObject({ program_live_id: ProgramLiveId });

/**
 * By its length in code units alone, before anything looks at the text: `max` of the library, which says the length in
 * the documents, counts code points and so takes twice as many units.
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
  /** Made by the client; the same id again gives the first answer again and no second line. */
  chat_message_id: ChatMessageId,
});

export const ChatSendAck = z.union([
  z.object({ ok: z.literal(true), message: ChatMessage }),
  failure,
]);
export type ChatSendAck = z.infer<typeof ChatSendAck>;

const inLive = { program_live_id: ProgramLiveId };

/** What a moderator does from the live page. */
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

/** The token that this page watches with; `null`: it watches no longer, while its socket stays for other uses. */
export const WatchBeat = z.strictObject({ watch_token: WatchToken.nullable() });

/** One frame a live and tick, only while something changed. */
export const LiveTick = z.object({
  program_live_id: ProgramLiveId,
  /** The newest line's `seq` after this tick; a gap to what the client has means a resume. */
  seq: z.number().int(),
  /** `seq` before the first line of this tick. */
  since: z.number().int(),
  messages: z.array(ChatMessage).max(LIMITS.chatPerTickMax),
  viewers: z.number().int(),
  /** Gifts since the last tick, oldest first; of many the newest. What all of them add up to is the bar. */
  gifts: z.array(GiftLine).max(LIMITS.giftsPerTickMax),
  /** The bar of the bout that is on, where it changed. */
  bar: EncouragementBar.nullable(),
});
export type LiveTick = z.infer<typeof LiveTick>;

/** Lines that nobody is to see any more. */
export const ChatRemoved = z.object({
  program_live_id: ProgramLiveId,
  chat_message_ids: z.array(ChatMessageId).max(LIMITS.chatRemovedMax),
});
export type ChatRemoved = z.infer<typeof ChatRemoved>;

/** Slow mode or the pinned line changed. */
export const ChatStateChanged = ChatState.extend({ program_live_id: ProgramLiveId });
export type ChatStateChanged = z.infer<typeof ChatStateChanged>;

/** The bearer was sent out of the chat for a while, or is back; to the member's own sockets alone. */
export const ChatTimeoutChanged = z.object({
  /** `null`: in every live. */
  program_live_id: ProgramLiveId.nullable(),
  /** `null`: it is over. */
  timeout: ChatTimeout.nullable(),
});
export type ChatTimeoutChanged = z.infer<typeof ChatTimeoutChanged>;

/** A bout began, a round turned, or it ended. */
export const MatchState = z.object({ program_live_id: ProgramLiveId, match: Match });

/** A ruling on a bout: a result was recorded, withdrawn or corrected, or its gifts were settled. */
export const MatchDecided = z.object({
  program_live_id: ProgramLiveId,
  match_live_id: MatchLiveId,
  state: z.enum(['recorded', 'withdrawn', 'corrected', 'settled']),
  /** Of the ruling; an event with a lower one than a client knows is old. 0 for a bout without a ruling. */
  sequence: z.number().int().nonnegative(),
  /** `null` where it was taken back. */
  result: MatchResult.nullable(),
});
export type MatchDecided = z.infer<typeof MatchDecided>;

/** Why gifts came back: the confirmed result refunds them, or a correction of it does. */
export const RefundReason = z.enum(['settled', 'corrected']);
export type RefundReason = z.infer<typeof RefundReason>;

/** The bearer's gifts to a bout came back; to the member's own sockets alone. */
export const GiftRefunded = z.object({
  match_live_id: MatchLiveId,
  /** Who met whom. */
  title: Bilingual,
  coins: z.number().int().positive(),
  reason: RefundReason,
});
export type GiftRefunded = z.infer<typeof GiftRefunded>;

/** The bearer's wallet after something moved; to the member's own sockets alone. */
export const WalletBalance = z.object({
  balance: z.number().int(),
  owed: z.number().int().nonnegative(),
});
export type WalletBalance = z.infer<typeof WalletBalance>;

/** An order of the bearer went on; to the member's own sockets alone. */
export const OrderChanged = z.object({
  order_id: z.uuid(),
  status: OrderStatus,
  reason: OrderReason.nullable(),
});
export type OrderChanged = z.infer<typeof OrderChanged>;

/** Sheets of a programme closed, a mark of them came or changed, or its scores are final: read them again. */
export const PredictChanged = z.object({ program_id: ProgramId });
export type PredictChanged = z.infer<typeof PredictChanged>;

export const SOCKET_EVENTS_IN = {
  'live:join': LiveJoin,
  'live:leave': LiveLeave,
  'chat:send': ChatSend,
  'chat:moderate': ChatModerate,
  'watch:beat': WatchBeat,
} as const;

export const SOCKET_EVENTS_OUT = {
  'live:tick': LiveTick,
  'chat:removed': ChatRemoved,
  'chat:state': ChatStateChanged,
  'chat:timeout': ChatTimeoutChanged,
  'match:state': MatchState,
  'match:result': MatchDecided,
  'gift:refunded': GiftRefunded,
  'wallet:balance': WalletBalance,
  'order:changed': OrderChanged,
  'predict:changed': PredictChanged,
} as const;

import { z } from 'zod';
import { endpoints, flag, pageQuery, resultsQuery } from '../endpoint.ts';
import {
  ChatMessageId,
  FighterId,
  MatchId,
  MatchLiveId,
  MatchLiveStreamId,
  MemberId,
  ProgramId,
  ProgramLiveId,
} from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { JUDGES } from '../rules/round-score.ts';
import { Photo } from './photo.ts';

/** A text in both languages; the client shows the selected one. */
export const Bilingual = z.object({ th: z.string(), en: z.string() });
export type Bilingual = z.infer<typeof Bilingual>;

export const LiveStatus = z.enum(['not_started', 'in_progress', 'ended']);
export type LiveStatus = z.infer<typeof LiveStatus>;

export const Corner = z.enum(['red', 'blue']);
export type Corner = z.infer<typeof Corner>;

export const LiveAccess = z.enum(['free', 'premium']);

export const MatchResult = z.object({
  winner: z.enum(['red', 'blue', 'draw', 'none']),
  /** How the bout ended; `draw` and `cancelled` have no winner. */
  method: z.enum(['decision', 'tko', 'disqualification', 'forfeit', 'draw', 'cancelled']),
  /** The final round, if the method has one. */
  round: z.number().int().min(1).max(12).nullable(),
});
export type MatchResult = z.infer<typeof MatchResult>;

export const MatchFighter = z.object({
  fighter_id: FighterId,
  /** Ring name, in both scripts. */
  name: Bilingual,
  gym: Bilingual,
  wins: z.number().int(),
  losses: z.number().int(),
  draws: z.number().int(),
  /** `null`: the drawn face is shown. */
  photo: Photo.nullable(),
});
export type MatchFighter = z.infer<typeof MatchFighter>;

/** The totals of one judge at the ring. */
export const JudgeCard = z.object({
  red: z.number().int().nonnegative(),
  blue: z.number().int().nonnegative(),
});
export type JudgeCard = z.infer<typeof JudgeCard>;

/** The last ruling on a bout. A ruling with a higher `sequence` replaces every earlier one. */
export const BoutRuling = z.object({
  /** Counts results, withdrawals and corrections of the bout, from 1. A confirmation keeps the number. */
  sequence: z.number().int().positive(),
  /** `recorded` can be withdrawn; `withdrawn` leaves the bout without a result. */
  state: z.enum(['recorded', 'confirmed', 'withdrawn', 'corrected']),
  at: z.iso.datetime(),
});
export type BoutRuling = z.infer<typeof BoutRuling>;

export const Match = z.object({
  match_id: MatchId,
  match_live_id: MatchLiveId,
  /** Position on the card, from 1. */
  order: z.number().int(),
  main_event: z.boolean(),
  status: LiveStatus,
  starts_at: z.iso.datetime(),
  weight_pounds: z.number(),
  division: Bilingual,
  rounds: z.number().int(),
  /** Length of a round and of a rest, in seconds. */
  round_s: z.number().int(),
  rest_s: z.number().int(),
  /** The current round and its start; `null` before and after the bout. */
  round: z
    .object({ number: z.number().int(), started_at: z.iso.datetime(), resting: z.boolean() })
    .nullable(),
  /** When the clock of the round was stopped, for an injury for example; `null` while it runs. */
  clock_stopped_at: z.iso.datetime().nullable(),
  red: MatchFighter,
  blue: MatchFighter,
  /** Whether a draw refunds the gifts of both corners; a rule of the event, shown before gifts are sent. */
  draw_refunds: z.boolean(),
  result: MatchResult.nullable(),
  /**
   * When the result was recorded and when the bout ended. Clients hide both until their video has reached that time.
   */
  result_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /**
   * The cards of the three judges of a decision, and when an operator entered them. Clients hide them until their video
   * has reached that time. Nodes of the previous release do not send them.
   */
  judges: z
    .object({ cards: z.array(JudgeCard).length(JUDGES), at: z.iso.datetime() })
    .nullable()
    .optional(),
  /** Increases with every change: of two states of a bout, the one with the higher revision is newer. */
  revision: z.number().int(),
  /** `null` before the first result, and for results without an operator (old seasons, imports). */
  ruling: BoutRuling.nullable(),
});
export type Match = z.infer<typeof Match>;

export const LiveStream = z.object({
  match_live_stream_id: MatchLiveStreamId,
  kind: z.enum(['hls', 'webrtc']),
  channel_id: z.string(),
});
export type LiveStream = z.infer<typeof LiveStream>;

export const LiveSummary = z.object({
  program_live_id: ProgramLiveId,
  program_id: ProgramId,
  /** Increases with every change of the live and its card, except of `viewers`. */
  revision: z.number().int(),
  title: Bilingual,
  promotion: Bilingual,
  stadium: Bilingual,
  status: LiveStatus,
  access: LiveAccess,
  /** `null` if the live is free. */
  price_coins: z.number().int().positive().nullable(),
  starts_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** Path of the drawn poster on this site. */
  poster: z.string(),
  /** The uploaded poster of the card; `null`: the drawings are shown. */
  photo: Photo.nullable(),
  /** Whether results are omitted, because the live has a replay and `show_results` was not requested. */
  results_hidden: z.boolean(),
  /** Current viewers. */
  viewers: z.number().int(),
  bouts: z.number().int(),
  /** The current bout; between two bouts the previous one; otherwise the main event. */
  headline: Match.nullable(),
});
export type LiveSummary = z.infer<typeof LiveSummary>;

/** Whether a live runs, and since when. */
export const LiveState = LiveSummary.pick({
  program_live_id: true,
  revision: true,
  status: true,
  starts_at: true,
  ended_at: true,
});
export type LiveState = z.infer<typeof LiveState>;

export const Live = LiveSummary.extend({
  matches: z.array(Match),
  /** The current bout. */
  current_match_live_id: MatchLiveId.nullable(),
  streams: z.array(LiveStream),
});
export type Live = z.infer<typeof Live>;

/** Role of an author: site staff, a chat moderator, or a representative of a partner or promotion. */
export const ChatRole = z.enum(['admin', 'moderator', 'partner']);
export type ChatRole = z.infer<typeof ChatRole>;

/** The message that another message answers. */
export const ChatReply = z.object({
  chat_message_id: ChatMessageId,
  member_id: MemberId,
  /** Empty if the author's account was deleted. */
  member_name: z.string(),
  /** The beginning of its text; empty if the message was removed. */
  text: z.string().max(LIMITS.chatReplyUnitsMax),
});
export type ChatReply = z.infer<typeof ChatReply>;

export const ChatMessage = z.object({
  chat_message_id: ChatMessageId,
  /** Increases by one per message of a live; the cursor of a resume. */
  seq: z.number().int(),
  member_id: MemberId,
  member_name: z.string(),
  member_avatar: z.string().nullable(),
  /** The role when the message was sent; `null` for most members. */
  member_role: ChatRole.nullable(),
  /** Plain text, never HTML: clients escape it. Empty if the message was removed. */
  text: z.string().max(LIMITS.chatUnitsMax),
  /** Whether a moderator removed the message. It stays in the list, so that `seq` has no gap. */
  removed: z.boolean(),
  sent_at: z.iso.datetime(),
  /** The message that this one answers. Nodes of the previous release do not send it. */
  reply: ChatReply.nullable().optional(),
  /** The corner that the author had cheered most in the bout when the message was sent. */
  member_corner: Corner.nullable().optional(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The message pinned above the chat. */
export const ChatPin = z.object({
  chat_pin_id: z.uuid(),
  /** A fan's message is the same in both languages. */
  text: Bilingual,
  /** The author; `null`: the event itself. */
  member_name: z.string().nullable(),
  pinned_at: z.iso.datetime(),
});
export type ChatPin = z.infer<typeof ChatPin>;

const byId = z.object({ program_live_id: ProgramLiveId });

export const liveEndpoints = endpoints({
  'GET /live': {
    summary: 'Lives: in progress, then upcoming (soonest first), then ended (latest first)',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({
      ...pageQuery,
      ...resultsQuery,
      status: LiveStatus.optional(),
      external: flag.optional(),
    }),
    data: LiveSummary,
    list: true,
    errors: [],
    cache: { maxAgeS: 2, staleS: 30 },
  },
  'GET /live/{program_live_id}': {
    summary: 'One live with its card, its current bout and its streams',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    params: byId,
    query: z.object(resultsQuery),
    data: Live,
    errors: ['live_not_found'],
    cache: { maxAgeS: 2, staleS: 30 },
  },
  'GET /live/{program_live_id}/mine': {
    summary: 'Whether the bearer may watch this live',
    tag: 'Live',
    caller: 'browser',
    identity: 'member',
    params: byId,
    data: z.object({
      unlocked: z.boolean(),
      /** How it was unlocked; `null` while locked. */
      via: z.enum(['free', 'coins', 'code', 'partner']).nullable(),
    }),
    errors: ['live_not_found'],
  },
  'GET /live/{program_live_id}/chat': {
    summary: 'The last 100 chat messages, oldest first',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    params: byId,
    data: z.object({
      messages: z.array(ChatMessage).max(LIMITS.chatHistoryMax),
      seq: z.number().int(),
    }),
    errors: ['live_not_found', 'live_locked'],
    cache: { maxAgeS: 1, staleS: 5 },
  },
});

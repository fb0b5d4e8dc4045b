import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { ChatMessageId, MatchLiveId, ProgramId, ProgramLiveId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { STAFF_ROLES } from '../../permissions.ts';
import { JUDGES } from '../../rules/round-score.ts';
import { ShowAnnouncement } from '../../sockets/event-namespace.ts';
import { Bilingual, ChatPin, Corner, JudgeCard, LiveAccess, LiveStatus, Match } from '../live.ts';
import { EnteredResult } from './corrections.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();
const CornerGifts = z.object({ coins: count, gifts: count, supporters: count });

/** A recorded result, until it is withdrawn. */
export const ShowRuling = z.object({
  outcome: z.enum(['red', 'blue', 'draw', 'cancelled', 'no_contest', 'substituted', 'forgotten']),
  recorded_by: z.string(),
  recorded_at: time,
  /** Whether the caller recorded it and therefore cannot confirm it. */
  recorded_by_me: z.boolean(),
  /** When it is confirmed without a second person; `null` once it is confirmed. */
  hold_ends_at: time.nullable(),
  confirmed_by: z.string().nullable(),
  confirmed_at: time.nullable(),
});
export type ShowRuling = z.infer<typeof ShowRuling>;

export const ShowSettlement = z.object({
  refunded_corners: z.array(Corner),
  refunded_coins: count,
  kept_coins: count,
  /** Coins and members of the whole refund, and the members refunded so far. */
  total_coins: count,
  members: count,
  members_done: count,
  decided_at: time,
  settled_at: time.nullable(),
});
export type ShowSettlement = z.infer<typeof ShowSettlement>;

export const ShowBout = Match.extend({
  /** Sent back with an act: an act on an older version is refused with `edit_stale`. */
  version: z.number().int(),
  /** The round in which an ended bout ended; `null` if no operator ended it. */
  ended_round: z.number().int().nullable(),
  gifts_enabled: z.boolean(),
  gifts: z.object({ red: CornerGifts, blue: CornerGifts }),
  decision: ShowRuling.nullable(),
  settlement: ShowSettlement.nullable(),
  corrections: z.array(
    z.object({
      corner: Corner,
      refunded_members: count,
      refunded_coins: count,
      ordered_at: time,
      finished_at: time.nullable(),
    }),
  ),
  /** The act that the caller can take back, and until when; without a time it has no limit. */
  undo: z.object({ action: z.string(), until: time.nullable() }).nullable(),
});
export type ShowBout = z.infer<typeof ShowBout>;

export const ShowLive = z.object({
  program_live_id: ProgramLiveId,
  program_id: ProgramId,
  version: z.number().int(),
  title: Bilingual,
  stadium: Bilingual,
  promotion: Bilingual,
  status: LiveStatus,
  access: LiveAccess,
  starts_at: time,
  /** When it went on air; the planned start if no operator started it. */
  began_at: time,
  ended_at: time.nullable(),
  viewers: count,
});
export type ShowLive = z.infer<typeof ShowLive>;

export const ShowAct = z.object({
  show_action_id: z.uuid(),
  action: z.string(),
  match_live_id: MatchLiveId.nullable(),
  by: z.string(),
  reason: z.string(),
  at: time,
});
export type ShowAct = z.infer<typeof ShowAct>;

/** The part of the programme that the console's page Tonight shows. */
export const Show = z.object({
  /** The server's time of the response, with which clients show the clocks. */
  server_time: time,
  hold_s: count,
  live: ShowLive.nullable(),
  bouts: z.array(ShowBout),
  current_match_live_id: MatchLiveId.nullable(),
  pin: ChatPin.nullable(),
  /** The announcement currently shown over the video. */
  announcement: ShowAnnouncement.nullable(),
  /** The newest acts first. */
  acts: z.array(ShowAct),
});
export type Show = z.infer<typeof Show>;

/** The effect of confirming or correcting a result, in numbers. */
export const ShowConsequences = z.object({
  refund: z.object({ corners: z.array(Corner), coins: count, members: count, gifts: count }),
  kept: z.object({ coins: count, members: count }),
  /** Predictions of this bout; `null` if its sheets are open or the result does not count. */
  picks: z.object({ total: count, right: count, wrong: count }).nullable(),
  /** Screens that show the result. */
  viewers: count,
});
export type ShowConsequences = z.infer<typeof ShowConsequences>;

export const FINDINGS = [
  'publisher_refused',
  'no_picture',
  'sound_missing',
  'key_frames_far_apart',
  'upload_unsteady',
  'frames_dropped',
  'frame_rate_low',
  'bitrate_low',
  'sound_late',
  'timestamps_jumped',
  'latency_high',
  'upload_dipped',
  'picture_arrives',
  'sound_arrives',
  'upload_steady',
  'latency_good',
] as const;
export type Finding = (typeof FINDINGS)[number];

export const StreamFinding = z.object({
  finding: z.enum(FINDINGS),
  level: z.enum(['problem', 'advice', 'fine']),
  /** Since when the problem exists, for a finding that has a start. */
  at: time.nullable(),
  /** The numbers of its sentence, such as `seconds`. */
  values: z.record(z.string(), z.union([z.number(), z.string()])),
});
export type StreamFinding = z.infer<typeof StreamFinding>;

/** Thirty seconds of a stream. */
export const StreamPoint = z.object({
  at: time,
  bitrate_bps: count,
  /** The lowest of the measurements in this time. */
  bitrate_low_bps: count,
  frame_rate: z.number().nonnegative().nullable(),
  dropped_frames: count,
  viewers_hls: count,
  viewers_webrtc: count,
  latency_ms: z.number().nonnegative().nullable(),
});
export type StreamPoint = z.infer<typeof StreamPoint>;

export const ShowStream = z.object({
  channel_id: z.string().nullable(),
  publishing: z.boolean(),
  reported_at: time.nullable(),
  video: z
    .object({
      codec: z.string(),
      width: count,
      height: count,
      frame_rate: z.number().nullable(),
      bitrate_bps: count,
      key_frame_interval_ms: z.number().nullable(),
    })
    .nullable(),
  audio: z.object({ codec: z.string(), bitrate_bps: count }).nullable(),
  dropped_frames: count,
  latency_ms: z.number().nullable(),
  viewers: z.object({ hls: count, webrtc: count }),
  /** The worst first. */
  findings: z.array(StreamFinding),
  /** One point every thirty seconds, the oldest first, at most thirty minutes. */
  points: z.array(StreamPoint),
});
export type ShowStream = z.infer<typeof ShowStream>;

/** A person at the console now. */
export const StaffPresence = z.object({
  staff_id: z.uuid(),
  name: z.string(),
  role: z.enum(STAFF_ROLES),
  place: z.string(),
  /** What the person edits, such as `result:3`. */
  editing: z.string().nullable(),
});
export type StaffPresence = z.infer<typeof StaffPresence>;

const ofBout = z.object({ match_live_id: MatchLiveId });
const ofLive = z.object({ program_live_id: ProgramLiveId });
const ROUND_MAX = 12;
const act = {
  /** The id of the act. If the request is repeated after a lost response, the act has no second effect. */
  act_id: z.uuid().toLowerCase(),
  version: z.number().int(),
  /** For the log of the show. */
  reason: z.string().trim().max(LIMITS.reasonCharsMax).optional(),
};
const line = z.string().trim().min(1).max(LIMITS.announcementCharsMax);
const announced = z.object({ th: line, en: line });
const staff = { tag: 'operator show', caller: 'operator', identity: 'staff' } as const;
const direct = { ...staff, permission: 'direct_show' } as const;
const BOUT_ERRORS = ['match_not_found', 'edit_stale'] as const;
const boutAct = { params: ofBout, data: Show, errors: BOUT_ERRORS } as const;
const liveAct = {
  params: ofLive,
  body: z.object(act),
  data: Show,
  errors: ['live_not_found', 'edit_stale'],
} as const;

export const operatorShowEndpoints = endpoints({
  'GET /operator/show': {
    ...staff,
    permission: 'see_show',
    summary: 'Reads the live of tonight, or another one, with its card, rulings, gifts and acts',
    query: z.object({
      program_live_id: ProgramLiveId.optional(),
      /** The live of this bout. */
      match_live_id: MatchLiveId.optional(),
    }),
    data: Show,
    errors: ['live_not_found', 'match_not_found'],
  },
  'GET /operator/show/stream': {
    ...staff,
    permission: 'see_show',
    summary: 'Reads the health of the picture as findings, with its last thirty minutes',
    query: ofLive,
    data: ShowStream,
    errors: ['live_not_found'],
  },
  'GET /operator/show/chat': {
    ...staff,
    permission: 'see_show',
    summary: 'Reads the newest lines of the chat, removed ones marked, the oldest first',
    query: ofLive,
    data: z.array(
      z.object({
        chat_message_id: ChatMessageId,
        member_name: z.string(),
        text: z.string(),
        removed: z.boolean(),
        sent_at: time,
      }),
    ),
    errors: ['live_not_found'],
  },
  'POST /operator/show/preview': {
    ...staff,
    permission: 'see_show',
    summary: 'Grants this browser the picture of a live for one hour',
    body: ofLive,
    data: z.object({ hls_url: z.string(), expires_at: time }),
    errors: ['live_not_found', 'live_unavailable'],
  },
  'POST /operator/show/lives/{program_live_id}/start': {
    ...direct,
    summary: 'Starts a live',
    ...liveAct,
  },
  'POST /operator/show/lives/{program_live_id}/end': {
    ...direct,
    summary: 'Ends a live',
    ...liveAct,
  },
  'POST /operator/show/lives/{program_live_id}/cancel': {
    ...staff,
    permission: 'correct_results',
    sensitive: true,
    summary: 'Cancels a live and its bouts, refunds its unlocks and makes used codes valid again',
    ...liveAct,
    errors: [...liveAct.errors, 'second_person_needed'],
  },
  'PUT /operator/show/lives/{program_live_id}/pin': {
    ...direct,
    summary: 'Pins a text above the chat, or removes the pinned line',
    params: ofLive,
    body: z.object({ text: z.string().trim().min(1).max(LIMITS.chatPinCharsMax).nullable() }),
    data: Show,
    errors: ['live_not_found'],
  },
  'PUT /operator/show/lives/{program_live_id}/announcement': {
    ...direct,
    summary: 'Shows a line over the picture for twenty seconds, or takes it away',
    params: ofLive,
    body: z.object({ text: announced.nullable() }),
    data: Show,
    errors: ['live_not_found'],
  },
  'POST /operator/show/bouts/{match_live_id}/direct': {
    ...direct,
    summary: 'Directs a bout: bell, rounds, rests, clock, end, or takes back the last of these',
    ...boutAct,
    body: z.object({
      ...act,
      action: z.enum(['start', 'round', 'rest', 'stop-clock', 'start-clock', 'end', 'undo']),
      /** The round that begins, with `round`. */
      number: z.number().int().min(1).max(ROUND_MAX).optional(),
    }),
  },
  'POST /operator/show/bouts/{match_live_id}/gifts': {
    ...direct,
    summary: 'Switches the gifts of a bout on or off',
    ...boutAct,
    body: z.object({ ...act, on: z.boolean() }),
  },
  'POST /operator/show/bouts/{match_live_id}/draw-refunds': {
    ...direct,
    summary: 'Decides before a bout whether a draw refunds its gifts',
    ...boutAct,
    body: z.object({ ...act, on: z.boolean() }),
  },
  'POST /operator/show/bouts/{match_live_id}/result': {
    ...staff,
    permission: 'record_result',
    summary: 'Records a result, which everybody sees; it is held for two minutes',
    ...boutAct,
    body: z.object({
      ...act,
      ...EnteredResult,
      round: z.number().int().min(1).max(ROUND_MAX).optional(),
    }),
  },
  'POST /operator/show/bouts/{match_live_id}/judges': {
    ...staff,
    permission: 'record_result',
    summary: 'Records the cards of the three judges of a decision, or removes them; moves no coins',
    ...boutAct,
    body: z.object({ ...act, cards: z.array(JudgeCard).length(JUDGES).nullable() }),
  },
  'GET /operator/show/bouts/{match_live_id}/consequences': {
    ...staff,
    permission: 'see_show',
    summary: 'Computes what the confirmation of the recorded result does',
    params: ofBout,
    data: ShowConsequences,
    errors: ['match_not_found'],
  },
  'POST /operator/show/bouts/{match_live_id}/confirm': {
    ...staff,
    permission: 'confirm_result',
    summary: 'Confirms a result that another person recorded, and settles its gifts',
    ...boutAct,
    body: z.object(act),
    errors: [...BOUT_ERRORS, 'second_person_needed'],
  },
  'POST /operator/show/bouts/{match_live_id}/withdraw': {
    ...staff,
    permission: 'record_result',
    summary: 'Withdraws an unconfirmed result',
    ...boutAct,
    body: z.object(act),
  },
  'GET /operator/show/bouts/{match_live_id}/correction': {
    ...staff,
    permission: 'correct_results',
    summary: 'Computes the refund of a corrected result',
    params: ofBout,
    query: z.object({
      ...EnteredResult,
      round: z.coerce.number().int().min(1).max(ROUND_MAX).optional(),
    }),
    data: z.object({ corners: z.array(Corner), coins: count, members: count }),
    errors: ['match_not_found'],
  },
  'POST /operator/show/bouts/{match_live_id}/correct': {
    ...staff,
    permission: 'correct_results',
    sensitive: true,
    summary: 'Replaces a confirmed result and refunds what the new one refunds',
    params: ofBout,
    body: z.object({
      ...act,
      ...EnteredResult,
      round: z.number().int().min(1).max(ROUND_MAX).optional(),
      expected_coins: count,
      reason: z.string().trim().min(1).max(LIMITS.reasonCharsMax),
    }),
    data: Show,
    errors: [...BOUT_ERRORS, 'second_person_needed'],
  },
});

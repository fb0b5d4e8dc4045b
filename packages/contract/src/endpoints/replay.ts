import { z } from 'zod';
import { endpoints, pageQuery, requestTime, resultsQuery } from '../endpoint.ts';
import {
  ChatMessageId,
  FighterId,
  MatchId,
  MatchLiveId,
  MemberId,
  ProgramId,
  ProgramLiveId,
} from '../ids.ts';
import { Bilingual, ChatRole, Corner, LiveAccess, MatchResult } from './live.ts';
import { Photo } from './photo.ts';

const position = z.number().int().nonnegative();
const Fighter = z.object({ fighter_id: FighterId, name: Bilingual });

/** A bout in a replay. Positions are milliseconds from the replay's beginning. */
export const ReplayBout = z.object({
  match_live_id: MatchLiveId,
  match_id: MatchId,
  order: z.number().int(),
  main_event: z.boolean(),
  red: Fighter,
  blue: Fighter,
  /** Where the walk-outs begin; `null` if there are none. */
  walk_out_ms: position.nullable(),
  /**
   * The bell of the first round. `null`, like the walk-outs, if it is hidden, because it reveals how long the earlier
   * bouts took.
   */
  bell_ms: position.nullable(),
  /** With hidden results, only the rounds that have begun at `position_ms`. */
  rounds: z.array(z.object({ number: z.number().int(), at_ms: position })),
  /** `null` if no operator ended the bout, or as long as the video has not reached the end. */
  ended_ms: position.nullable(),
  /** `null` if there is none, or as long as the video has not reached the time at which it was recorded. */
  result: MatchResult.nullable(),
});
export type ReplayBout = z.infer<typeof ReplayBout>;

/** A replay with its chapters. */
export const Replay = z.object({
  program_live_id: ProgramLiveId,
  /**
   * When its first frame was sent. Together with the dates of the playlists, it maps chat and results to the picture.
   */
  begins_at: z.iso.datetime(),
  /**
   * When the replay is removed. With hidden results, the beginning of that day in Bangkok, because the exact time
   * reveals when the live ended. `null` while the live is in progress, and until its recording is complete.
   */
  expires_at: z.iso.datetime().nullable(),
  /** `null` if results are hidden, because a short evening reveals early ends. */
  duration_ms: position.nullable(),
  /** The bouts that began, in the order of their bells. */
  bouts: z.array(ReplayBout),
});
export type Replay = z.infer<typeof Replay>;

/** A live in the list of replays. */
export const ReplayLine = z.object({
  program_live_id: ProgramLiveId,
  program_id: ProgramId,
  title: Bilingual,
  promotion: Bilingual,
  stadium: Bilingual,
  /** Path of the drawn poster on this site. */
  poster: z.string(),
  /** The uploaded poster of the card; `null`: the drawings are shown. */
  photo: Photo.nullable(),
  access: LiveAccess,
  /** `null` if the live is free. */
  price_coins: z.number().int().positive().nullable(),
  starts_at: z.iso.datetime(),
  /**
   * The beginning of the day in Bangkok on which the replay is removed. The exact time would reveal when the evening
   * ended.
   */
  expires_at: z.iso.datetime(),
  bouts: z.number().int(),
});
export type ReplayLine = z.infer<typeof ReplayLine>;

/** A minute of the chat and the gifts of a replay. Positions are milliseconds from its beginning. */
export const ReplayMoments = z.object({
  from_ms: position,
  /** The next window begins here. */
  until_ms: position,
  /** Without removed lines and those of members that the bearer has blocked; at most the last 300. */
  lines: z.array(
    z.object({
      chat_message_id: ChatMessageId,
      at_ms: position,
      member_id: MemberId,
      member_name: z.string(),
      member_avatar: z.string().nullable(),
      member_role: ChatRole.nullable(),
      text: z.string(),
    }),
  ),
  /** At most the 300 largest. */
  gifts: z.array(
    z.object({
      gift_log_id: z.uuid(),
      at_ms: position,
      match_live_id: MatchLiveId,
      member_name: z.string(),
      corner: Corner,
      name: Bilingual,
      quantity: z.number().int().positive(),
      coins: z.number().int().positive(),
    }),
  ),
  /** The coins of both corners of the bout at `from_ms`; `null` before the first bell. */
  bar: z
    .object({
      match_live_id: MatchLiveId,
      red_coins: z.number().int().nonnegative(),
      blue_coins: z.number().int().nonnegative(),
    })
    .nullable(),
});
export type ReplayMoments = z.infer<typeof ReplayMoments>;

/** Where a member stopped watching a replay. */
export const ReplayPosition = z.object({
  /** 0: at the start. */
  position_s: position,
  /** When the member stopped watching; `null`: never watched. */
  watched_at: z.iso.datetime().nullable(),
});
export type ReplayPosition = z.infer<typeof ReplayPosition>;

const POSITION_MS_MAX = 7 * 86_400_000;

export const replayEndpoints = endpoints({
  'GET /replay': {
    summary: 'The lives with a replay, the latest first, without results',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    /** With `program_live_id`, the list contains only this live, or nothing if it has no replay. */
    query: z.object({ ...pageQuery, program_live_id: ProgramLiveId.optional() }),
    data: ReplayLine,
    list: true,
    errors: [],
    cache: { maxAgeS: 5, staleS: 30 },
  },
  'GET /live/{program_live_id}/recording': {
    summary: 'Whether a live can be watched from its start',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    params: z.object({ program_live_id: ProgramLiveId }),
    data: z.object({
      /** When the recording begins; `null` if none can be watched, or none yet. */
      begins_at: z.iso.datetime().nullable(),
    }),
    errors: [],
    cache: { maxAgeS: 5, staleS: 30 },
  },
  'GET /live/{program_live_id}/replay': {
    summary: 'The recording of a live with its chapters, without results unless they are asked for',
    tag: 'Live',
    caller: 'browser',
    identity: 'visitor',
    params: z.object({ program_live_id: ProgramLiveId }),
    query: z.object({
      ...resultsQuery,
      /** How far the fan has watched. Without `show_results`, bouts and rounds after it have no positions. */
      position_ms: z.coerce.number().int().min(0).max(POSITION_MS_MAX).optional(),
      /** The bout that the fan has chosen. Its beginning is then no longer hidden. */
      reveal: MatchId.optional(),
    }),
    data: Replay,
    errors: ['live_not_found', 'replay_not_found'],
  },
  'GET /live/{program_live_id}/replay/moments': {
    summary:
      'A minute of the chat and the gifts of a recorded live, by the position of the picture',
    tag: 'Live',
    caller: 'browser',
    identity: 'member',
    params: z.object({ program_live_id: ProgramLiveId }),
    query: z.object({ from_ms: z.coerce.number().int().min(0).max(POSITION_MS_MAX) }),
    data: ReplayMoments,
    errors: ['live_not_found', 'replay_not_found', 'live_locked'],
  },
  'GET /live/{program_live_id}/replay/position': {
    summary: 'Where the bearer stopped watching a replay, on any device',
    tag: 'Live',
    caller: 'browser',
    identity: 'member',
    params: z.object({ program_live_id: ProgramLiveId }),
    data: ReplayPosition,
    errors: ['live_not_found'],
  },
  'PUT /live/{program_live_id}/replay/position': {
    summary: 'Keep where the bearer is in a replay; the latest of several devices stays',
    tag: 'Live',
    caller: 'browser',
    identity: 'member',
    params: z.object({ program_live_id: ProgramLiveId }),
    body: z.strictObject({
      position_s: z
        .number()
        .int()
        .min(0)
        .max(POSITION_MS_MAX / 1_000),
      /** When the member was at this position, by the device's clock. A time in the future counts as now. */
      watched_at: requestTime,
    }),
    data: ReplayPosition,
    errors: ['live_not_found'],
  },
});

import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { FighterId, MatchId, MemberId, ProgramId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { PICK_METHODS } from '../rules/predict-pick.ts';
import { Bilingual, MatchResult } from './live.ts';

const count = z.number().int().nonnegative();

/**
 * - `open`: sheets can be confirmed and changed
 * - `scoring`: the first bout has begun; marks come with the results, and may still change
 * - `final`: the scores stand, by 12:00 (Asia/Bangkok) of the next day at the latest
 */
export const PredictStatus = z.enum(['open', 'scoring', 'final']);
export type PredictStatus = z.infer<typeof PredictStatus>;

const PredictFighter = z.object({ fighter_id: FighterId, name: Bilingual, gym: Bilingual });

const pick = {
  winner: z.enum(['red', 'blue', 'draw']),
  method: z.enum(PICK_METHODS).nullable(),
  /** Of a TKO or a disqualification. */
  round: z.number().int().min(1).max(12).nullable(),
};

export const PredictMatch = z.object({
  match_id: MatchId,
  /** Place on the card, from 1. */
  order: z.number().int(),
  main_event: z.boolean(),
  starts_at: z.iso.datetime(),
  weight_pounds: z.number(),
  division: Bilingual,
  rounds: z.number().int(),
  red: PredictFighter,
  blue: PredictFighter,
  result: MatchResult.nullable(),
  /** When the result was recorded: whose picture is earlier does not see it yet. */
  result_at: z.iso.datetime().nullable(),
  /** It has no result yet, so a sheet needs a pick of it before it can be confirmed. */
  pickable: z.boolean(),
  /** How many sheets picked what; `null` until sheets are closed and counted. */
  shares: z.object({ red: count, blue: count, draw: count }).nullable(),
});
export type PredictMatch = z.infer<typeof PredictMatch>;

export const PredictProgram = z.object({
  program_id: ProgramId,
  title: Bilingual,
  promotion: Bilingual,
  stadium: Bilingual,
  starts_at: z.iso.datetime(),
  status: PredictStatus,
  /** When sheets close, or closed: when the first bout begins. */
  closes_at: z.iso.datetime(),
  /** Scores are final then at the latest. */
  final_by: z.iso.datetime(),
  matches: z.array(PredictMatch),
});
export type PredictProgram = z.infer<typeof PredictProgram>;

export const PredictMark = z.enum(['waiting', 'void', 'right', 'wrong']);

export const PredictSheet = z.object({
  program_id: ProgramId,
  /** When it was confirmed as it is now. */
  confirmed_at: z.iso.datetime(),
  /** Whether every bout that can be picked is; a substitution takes a pick away. */
  complete: z.boolean(),
  picks: z.array(z.object({ match_id: MatchId, ...pick, mark: PredictMark, points: count })),
  /** So far, until the status is `final`. */
  points: count,
  /** Winners that were right. */
  winners: count,
  status: PredictStatus,
  /** Of the programme's board; `null` until scores are final. */
  rank: z.number().int().positive().nullable(),
  members: count,
});
export type PredictSheet = z.infer<typeof PredictSheet>;

export const PredictPeriod = z.enum(['program', 'month', 'all']);
export type PredictPeriod = z.infer<typeof PredictPeriod>;

const board = z.object({
  period: PredictPeriod.default('program'),
  /** Of `program`; without it the one whose sheets closed last. */
  program_id: ProgramId.optional(),
  /** Of `month`: `YYYY-MM` in Bangkok; without it this month. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
});

const Standing = z.object({
  /** Those with as many points share a rank. */
  rank: z.number().int().positive(),
  member_id: MemberId,
  name: z.string(),
  avatar: z.string().nullable(),
  points: count,
  winners: count,
  sheets: count,
});

export const PredictBoard = z.object({
  period: PredictPeriod,
  /** Of a programme's board. */
  program: z
    .object({
      program_id: ProgramId,
      title: Bilingual,
      starts_at: z.iso.datetime(),
      status: PredictStatus,
    })
    .nullable(),
  month: z.string().nullable(),
  /** How many members stand on it. */
  members: count,
  /** The first of them, in the order of points, winners, and who confirmed earlier. */
  rows: z.array(Standing).max(LIMITS.leaderboardMax),
});
export type PredictBoard = z.infer<typeof PredictBoard>;

const ofProgram = z.object({ program_id: ProgramId });

export const predictEndpoints = endpoints({
  'GET /predict/current': {
    summary: 'Programmes of the prediction game around now, in the order of their start',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'visitor',
    data: z.array(PredictProgram).max(LIMITS.predictProgramsMax),
    errors: [],
    cache: { maxAgeS: 1, staleS: 30 },
  },
  'GET /predict/{program_id}/mine': {
    summary: 'The bearer’s own sheet of a programme, with its marks',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    params: ofProgram,
    /** `null`: none was confirmed. */
    data: PredictSheet.nullable(),
    errors: ['predict_not_found', 'predict_external'],
  },
  'PUT /predict/{program_id}': {
    summary:
      'Confirms the bearer’s sheet, every bout of it. It can be changed until the first bout begins; the same sheet again changes nothing',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    params: ofProgram,
    body: z.strictObject({
      picks: z
        .array(
          z.strictObject({
            match_id: MatchId,
            /** Who the member was shown: a pick never counts for somebody else. */
            red_fighter_id: FighterId,
            blue_fighter_id: FighterId,
            ...pick,
          }),
        )
        .max(LIMITS.predictPicksMax),
    }),
    data: PredictSheet,
    errors: [
      'predict_not_found',
      'predict_external',
      'predict_closed',
      'predict_incomplete',
      'predict_card_changed',
    ],
  },
  'GET /predict/history': {
    summary: 'The bearer’s sheets, the one that was confirmed last first',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    query: z.object(pageQuery),
    data: z.object({ program: PredictProgram, sheet: PredictSheet }),
    list: true,
    compress: true,
    errors: ['predict_external'],
  },
  'GET /predict/rank': {
    summary: 'The leaderboard of a programme, a month or all time',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'visitor',
    query: board,
    data: PredictBoard,
    errors: ['predict_not_found'],
    cache: { maxAgeS: 5, staleS: 60 },
  },
  'GET /predict/rank/mine': {
    summary: 'The bearer’s own place on a leaderboard',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    query: board,
    data: z.object({
      /** `null`: does not stand on it. */
      rank: z.number().int().positive().nullable(),
      points: count,
      winners: count,
      sheets: count,
      members: count,
    }),
    errors: ['predict_not_found', 'predict_external'],
  },
});

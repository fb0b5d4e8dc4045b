import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { FighterId, MatchId, MemberId, ProgramId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { PICK_METHODS } from '../rules/predict-pick.ts';
import { Bilingual, MatchResult } from './live.ts';
import { Photo } from './photo.ts';

const count = z.number().int().nonnegative();

/**
 * - `open`: sheets can be confirmed and changed
 * - `scoring`: the first bout has begun; marks follow the results and may still change
 * - `final`: the scores are final, at the latest at 12:00 (Asia/Bangkok) of the next day
 */
export const PredictStatus = z.enum(['open', 'scoring', 'final']);
export type PredictStatus = z.infer<typeof PredictStatus>;

const PredictFighter = z.object({
  fighter_id: FighterId,
  name: Bilingual,
  gym: Bilingual,
  /** `null`: the drawn face is shown. */
  photo: Photo.nullable(),
});

const pick = {
  winner: z.enum(['red', 'blue', 'draw']),
  method: z.enum(PICK_METHODS).nullable(),
  /** For a TKO or a disqualification. */
  round: z.number().int().min(1).max(12).nullable(),
};

export const PredictMatch = z.object({
  match_id: MatchId,
  /** Position on the card, from 1. */
  order: z.number().int(),
  main_event: z.boolean(),
  starts_at: z.iso.datetime(),
  weight_pounds: z.number(),
  division: Bilingual,
  rounds: z.number().int(),
  red: PredictFighter,
  blue: PredictFighter,
  result: MatchResult.nullable(),
  /** When the result was recorded. Clients hide the result until their video has reached that time. */
  result_at: z.iso.datetime().nullable(),
  /** Whether the bout has no result yet, so that a sheet must pick it. */
  pickable: z.boolean(),
  /** Number of sheets per pick; `null` until the sheets have been closed and counted. */
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
  /** When sheets close: the start of the first bout. */
  closes_at: z.iso.datetime(),
  /** Latest time at which scores become final. */
  final_by: z.iso.datetime(),
  matches: z.array(PredictMatch),
});
export type PredictProgram = z.infer<typeof PredictProgram>;

export const PredictMark = z.enum(['waiting', 'void', 'right', 'wrong']);

export const PredictSheet = z.object({
  program_id: ProgramId,
  /** When the current picks were confirmed. */
  confirmed_at: z.iso.datetime(),
  /** Whether every bout has a pick; a substitution removes one. */
  complete: z.boolean(),
  picks: z.array(z.object({ match_id: MatchId, ...pick, mark: PredictMark, points: count })),
  /** Provisional until the status is `final`. */
  points: count,
  /** Correctly picked winners. */
  winners: count,
  status: PredictStatus,
  /** Rank on the card's board; `null` until scores are final. */
  rank: z.number().int().positive().nullable(),
  members: count,
});
export type PredictSheet = z.infer<typeof PredictSheet>;

export const PredictPeriod = z.enum(['program', 'month', 'all']);
export type PredictPeriod = z.infer<typeof PredictPeriod>;

const board = z.object({
  period: PredictPeriod.default('program'),
  /** For `program`; default: the card whose sheets closed last. */
  program_id: ProgramId.optional(),
  /** For `month`: `YYYY-MM` in Bangkok; default: this month. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
});

const Standing = z.object({
  /** Members with equal points share a rank. */
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
  /** Only for `program`. */
  program: z
    .object({
      program_id: ProgramId,
      title: Bilingual,
      starts_at: z.iso.datetime(),
      status: PredictStatus,
    })
    .nullable(),
  month: z.string().nullable(),
  /** Number of ranked members. */
  members: count,
  /** The first of them, ordered by points, winners and the earlier confirmation. */
  rows: z.array(Standing).max(LIMITS.leaderboardMax),
});
export type PredictBoard = z.infer<typeof PredictBoard>;

const ofProgram = z.object({ program_id: ProgramId });

export const predictEndpoints = endpoints({
  'GET /predict/current': {
    summary: 'Current cards of the prediction game, ordered by their start',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'visitor',
    data: z.array(PredictProgram).max(LIMITS.predictProgramsMax),
    errors: [],
    cache: { maxAgeS: 1, staleS: 30 },
  },
  'GET /predict/{program_id}/mine': {
    summary: 'The bearer’s sheet for a card, with its marks',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    params: ofProgram,
    /** `null`: no sheet confirmed. */
    data: PredictSheet.nullable(),
    errors: ['predict_not_found', 'predict_external'],
  },
  'PUT /predict/{program_id}': {
    summary:
      'Confirm the bearer’s sheet with a pick for every bout. It can be changed until the first bout begins; the same sheet again changes nothing',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    params: ofProgram,
    body: z.strictObject({
      picks: z
        .array(
          z.strictObject({
            match_id: MatchId,
            /** The fighters that the page showed: a pick never counts for a substitute. */
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
      'predictions_off',
    ],
  },
  'GET /predict/history': {
    summary: 'The bearer’s sheets, the most recently confirmed first',
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
    summary: 'The leaderboard of a card, a month or all time',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'visitor',
    query: board,
    data: PredictBoard,
    errors: ['predict_not_found'],
    cache: { maxAgeS: 5, staleS: 60 },
  },
  'GET /predict/rank/mine': {
    summary: 'The bearer’s place on a leaderboard',
    tag: 'Prediction game',
    caller: 'browser',
    identity: 'member',
    query: board,
    data: z.object({
      /** `null`: not ranked. */
      rank: z.number().int().positive().nullable(),
      points: count,
      winners: count,
      sheets: count,
      members: count,
    }),
    errors: ['predict_not_found', 'predict_external'],
  },
});

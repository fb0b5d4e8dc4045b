import { z } from 'zod';
import { endpoints, pageQuery } from '../../endpoint.ts';
import { MatchId, MatchLiveId, ProgramId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { Bilingual, MatchResult } from '../live.ts';
import { PredictStatus } from '../predict.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();

/** The prediction game of a card in a list. */
export const GameCard = z.object({
  program_id: ProgramId,
  title: Bilingual,
  starts_at: time,
  status: PredictStatus,
  /** Confirmed sheets. */
  sheets: count,
  bouts: count,
  /** Bouts with a result. */
  decided: count,
  closes_at: time,
  /** At the latest. */
  final_by: time,
  scored_at: time.nullable(),
  /** Who made the scores final before their time. */
  finalised_by: z.string().nullable(),
});
export type GameCard = z.infer<typeof GameCard>;

const GamePlace = z.object({
  rank: z.number().int().positive(),
  member_id: z.uuid(),
  name: z.string(),
  points: z.number().int(),
});

/** The game of a card with its bouts and leaders. */
export const GameSheet = GameCard.extend({
  matches: z.array(
    z.object({
      match_id: MatchId,
      /** `null`: the bout is not in a live. */
      match_live_id: MatchLiveId.nullable(),
      /** Version of the bout, for a correction. */
      version: z.number().int().nullable(),
      order: z.number().int(),
      rounds: z.number().int(),
      red: Bilingual,
      blue: Bilingual,
      result: MatchResult.nullable(),
      /** Whether the result is confirmed, so that it is corrected instead of withdrawn. */
      confirmed: z.boolean(),
      /** Whether the result is recorded and can still be withdrawn. */
      on_hold: z.boolean(),
      picks: z.object({ red: count, draw: count, blue: count }),
    }),
  ),
  leaders: z.array(GamePlace),
});
export type GameSheet = z.infer<typeof GameSheet>;

/** What another result of a bout would change. */
export const GameEffect = z.object({
  sheets: count,
  /** Sheets whose points increase or decrease. */
  gain: count,
  lose: count,
  /** Members whose rank rises or falls. */
  rise: count,
  fall: count,
  /** The leaders afterwards, with their current rank. */
  leaders: z.array(GamePlace.extend({ rank_before: z.number().int().positive() })),
});
export type GameEffect = z.infer<typeof GameEffect>;

const run = {
  tag: 'Operator: game',
  caller: 'operator',
  identity: 'staff',
  permission: 'run_game',
} as const;
const params = z.object({ program_id: ProgramId });

export const operatorGameEndpoints = endpoints({
  'GET /operator/game': {
    summary: 'The prediction games of cards, the latest first',
    ...run,
    query: z.object(pageQuery),
    data: GameCard,
    list: true,
    errors: [],
  },
  'GET /operator/game/{program_id}': {
    summary: 'The prediction game of a card with its bouts, picks and leaders',
    ...run,
    params,
    data: GameSheet,
    errors: ['predict_not_found'],
  },
  'GET /operator/game/{program_id}/effect': {
    summary: 'Computes who would move if a bout had another result; nothing changes',
    ...run,
    params,
    query: z.object({
      match_id: MatchId,
      winner: z.enum(['red', 'blue', 'draw', 'none']),
      method: z.enum(['decision', 'tko', 'disqualification', 'forfeit', 'draw', 'cancelled']),
      round: z.coerce.number().int().min(1).max(12).optional(),
    }),
    data: GameEffect,
    errors: ['predict_not_found', 'match_not_found'],
  },
  'POST /operator/game/{program_id}/finalise': {
    summary: 'Make the scores of a card final now; a bout without a result does not count',
    ...run,
    params,
    body: z.strictObject({
      /** Bouts without a result, as the operator saw them. */
      undecided: count,
      reason: z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax),
    }),
    data: GameSheet,
    errors: ['predict_not_found', 'edit_stale', 'game_open', 'game_final'],
  },
});

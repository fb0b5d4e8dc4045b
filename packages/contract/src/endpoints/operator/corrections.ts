import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { MatchId, MatchLiveId, ProgramId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';
import { Bilingual, MatchResult } from '../live.ts';

const count = z.number().int().nonnegative();
const time = z.iso.datetime();

/** A result as an operator enters it, without its round. */
export const EnteredResult = {
  winner: z.enum(['red', 'blue', 'draw', 'none']),
  method: z.enum([
    'decision',
    'tko',
    'disqualification',
    'forfeit',
    'draw',
    'cancelled',
    'no_contest',
  ]),
};

/** What a corrected result changes, as its author saw it. */
export const CorrectionEffect = z.object({
  /** Coins that go back, and the members who get them. */
  coins: count,
  members: count,
  /** Sheets of the prediction game whose points change, and members whose rank changes. */
  game: z.object({ sheets: count, gain: count, lose: count, rise: count, fall: count }),
});
export type CorrectionEffect = z.infer<typeof CorrectionEffect>;

/** The correction of a confirmed result that waits for a second person, or was decided. */
export const ResultCorrection = z.object({
  result_correction_id: z.uuid(),
  program_id: ProgramId,
  match_id: MatchId,
  match_live_id: MatchLiveId,
  order: z.number().int(),
  red: Bilingual,
  blue: Bilingual,
  /** The result that is replaced, and the new one. */
  before: MatchResult.nullable(),
  after: MatchResult,
  effect: CorrectionEffect,
  reason: z.string(),
  /** `stale`: the bout has changed since the request, so that its numbers may be wrong. */
  state: z.enum(['open', 'stale', 'done', 'refused', 'withdrawn']),
  by: z.string(),
  /** Whether the caller requested it and therefore cannot approve it. */
  own: z.boolean(),
  created_at: time,
  /** When an open request ends. */
  expires_at: time,
  decided_by: z.string().nullable(),
});
export type ResultCorrection = z.infer<typeof ResultCorrection>;

const staff = { tag: 'operator show', caller: 'operator', identity: 'staff' } as const;
const params = z.object({ result_correction_id: z.uuid().toLowerCase() });
const reason = z.string().trim().min(1).max(LIMITS.reasonCharsMax);
const ROUND_MAX = 12;

export const operatorCorrectionEndpoints = endpoints({
  'GET /operator/show/corrections': {
    ...staff,
    permission: 'correct_results',
    summary: 'Reads the corrections of results that wait for a second person, the oldest first',
    data: z.array(ResultCorrection),
    errors: [],
  },
  'POST /operator/show/bouts/{match_live_id}/corrections': {
    ...staff,
    permission: 'record_result',
    sensitive: true,
    summary: 'Asks a second person to correct a confirmed result; nothing changes until then',
    params: z.object({ match_live_id: MatchLiveId }),
    body: z.strictObject({
      /** Chosen by the caller: the same id is the same request, however often it is sent. */
      result_correction_id: z.uuid().toLowerCase(),
      version: z.number().int(),
      ...EnteredResult,
      round: z.number().int().min(1).max(ROUND_MAX).optional(),
      expected_coins: count,
      reason,
    }),
    data: ResultCorrection,
    errors: ['match_not_found', 'edit_stale', 'correction_open', 'idempotency_conflict'],
  },
  'POST /operator/show/corrections/{result_correction_id}/approve': {
    ...staff,
    permission: 'correct_results',
    sensitive: true,
    summary: 'Approves another person’s correction: the result changes and coins go back',
    params,
    data: ResultCorrection,
    errors: [
      'correction_not_found',
      'correction_decided',
      'correction_expired',
      'second_person_needed',
      'match_not_found',
      'edit_stale',
    ],
  },
  'POST /operator/show/corrections/{result_correction_id}/refuse': {
    ...staff,
    permission: 'correct_results',
    summary: 'Refuses the correction of a result, or withdraws the own one',
    params,
    body: z.strictObject({ reason }),
    data: ResultCorrection,
    errors: ['correction_not_found', 'correction_decided', 'correction_expired'],
  },
});

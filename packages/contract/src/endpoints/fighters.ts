import { z } from 'zod';
import { endpoints, pageQuery, resultsQuery } from '../endpoint.ts';
import { DivisionId, FighterId, GymId, MatchId, ProgramId, ProgramLiveId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Bilingual, Corner, MatchFighter, MatchResult } from './live.ts';
import { Photo } from './photo.ts';

const Division = z.object({
  division_id: DivisionId,
  name: Bilingual,
  /** Weight limit of the division. */
  weight_pounds_max: z.number().int(),
});

const Gym = z.object({ gym_id: GymId, name: Bilingual });

/** The end of a bout from one fighter's side. */
const Outcome = z.enum(['win', 'loss', 'draw', 'cancelled']);

/** When the result was recorded, if known. Clients hide the result until their video has reached that time. */
const resultAt = { result_at: z.iso.datetime().nullable() };

/** A fighter in a list. */
export const FighterSummary = z.object({
  fighter_id: FighterId,
  /** The fighter's part of the ring name; the gym's name completes it. */
  name: Bilingual,
  nickname: Bilingual,
  gym: Gym,
  province: Bilingual,
  division: Division,
  weight_pounds: z.number().int(),
  dominant_hand: z.enum(['right', 'left']),
  /** Totals of all bouts with a result that is shown, without cancelled ones. */
  wins: z.number().int(),
  losses: z.number().int(),
  draws: z.number().int(),
  /** `null`: the drawn face is shown. */
  photo: Photo.nullable(),
  /** The latest of these bouts. */
  latest_result: z
    .object({
      program_id: ProgramId,
      starts_at: z.iso.datetime(),
      outcome: Outcome,
      method: MatchResult.shape.method,
      ...resultAt,
    })
    .nullable(),
});
export type FighterSummary = z.infer<typeof FighterSummary>;

const boutOfFighter = {
  match_id: MatchId,
  program_id: ProgramId,
  program: Bilingual,
  stadium: Bilingual,
  starts_at: z.iso.datetime(),
  /** The corner of the requested fighter. */
  corner: Corner,
  weight_pounds: z.number().int(),
  rounds: z.number().int(),
  opponent: MatchFighter.pick({ fighter_id: true, name: true, gym: true }),
};

/** A past bout from this fighter's side. */
export const PastBout = z.object({
  ...boutOfFighter,
  /**
   * `null` if the bout is in a replay and `show_results` was not requested; method, round and time are then `null`,
   * too.
   */
  outcome: Outcome.nullable(),
  method: MatchResult.shape.method.nullable(),
  /** The final round, if the method has one. */
  round: MatchResult.shape.round,
  ...resultAt,
});
export type PastBout = z.infer<typeof PastBout>;

const ComingBout = z.object({
  ...boutOfFighter,
  /** The live that shows it, if any. */
  program_live_id: ProgramLiveId.nullable(),
});

const endings = z.object({
  decision: z.number().int(),
  tko: z.number().int(),
  disqualification: z.number().int(),
  forfeit: z.number().int(),
});

export const Fighter = FighterSummary.extend({
  weight_kg: z.number(),
  height_cm: z.number().int(),
  /** Whole years, today in Bangkok. */
  age: z.number().int(),
  record: z.object({
    bouts: z.number().int(),
    wins: z.number().int(),
    losses: z.number().int(),
    draws: z.number().int(),
    wins_by: endings,
    losses_by: endings,
  }),
  /** Position in the division's ranking; `null` with too few bouts. */
  ranking: z
    .object({ rank: z.number().int(), of: z.number().int(), points: z.number().int() })
    .nullable(),
  /** The latest first, without cancelled bouts. */
  last_five: z.array(PastBout).max(5),
  /** The last ten, the earliest first, for a chart. */
  form: z.array(z.object({ date: z.iso.datetime(), outcome: Outcome })).max(10),
  /** The soonest first. */
  coming: z.array(ComingBout),
});
export type Fighter = z.infer<typeof Fighter>;

export const RankedFighter = z.object({
  rank: z.number().int(),
  points: z.number().int(),
  /** Results of the last twelve months, which determine the points. */
  season: z.object({
    wins: z.number().int(),
    tko_wins: z.number().int(),
    losses: z.number().int(),
    draws: z.number().int(),
  }),
  fighter: FighterSummary,
});
export type RankedFighter = z.infer<typeof RankedFighter>;

const byId = z.object({ fighter_id: FighterId });

export const fighterEndpoints = endpoints({
  'GET /fighter': {
    summary: 'Fighters: all by name, or the results of a search, best match first',
    tag: 'Fighters',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({
      ...pageQuery,
      ...resultsQuery,
      /** Ring name, nickname, gym or province in Thai or Latin letters; similar spellings match. */
      q: z.string().max(LIMITS.searchCharsMax).optional(),
      division: DivisionId.optional(),
      gym: GymId.optional(),
      /** English name of a province, as in `GET /fighter/filters`. */
      province: z.string().max(LIMITS.nameCharsMax).optional(),
    }),
    data: FighterSummary,
    list: true,
    errors: [],
    cache: { maxAgeS: 10, staleS: 300 },
  },
  'GET /fighter/filters': {
    summary: 'Values of the fighter filters',
    tag: 'Fighters',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({
      /** The lightest first. */
      divisions: z.array(Division),
      gyms: z.array(Gym),
      provinces: z.array(Bilingual),
    }),
    errors: [],
    cache: { maxAgeS: 60, staleS: 3_600 },
  },
  'GET /fighter/ranking': {
    summary: 'A division’s ranking: points of the last twelve months',
    tag: 'Fighters',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({ ...pageQuery, ...resultsQuery, division: DivisionId }),
    data: RankedFighter,
    list: true,
    errors: [],
    cache: { maxAgeS: 10, staleS: 300 },
  },
  'GET /fighter/{fighter_id}': {
    summary: 'One fighter: measures, record, form, last five and coming bouts',
    tag: 'Fighters',
    caller: 'browser',
    identity: 'visitor',
    params: byId,
    query: z.object(resultsQuery),
    data: Fighter,
    errors: ['match_not_found'],
    cache: { maxAgeS: 10, staleS: 300 },
  },
  'GET /fighter/{fighter_id}/bouts': {
    summary: 'Every bout of a fighter with a result, the latest first',
    tag: 'Fighters',
    caller: 'browser',
    identity: 'visitor',
    params: byId,
    query: z.object({
      ...pageQuery,
      ...resultsQuery,
      /** Only bouts against this fighter. */
      against: FighterId.optional(),
    }),
    data: PastBout,
    list: true,
    errors: ['match_not_found'],
    cache: { maxAgeS: 10, staleS: 300 },
  },
});

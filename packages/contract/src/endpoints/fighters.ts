import { z } from 'zod';
import { endpoints, pageQuery } from '../endpoint.ts';
import { DivisionId, FighterId, GymId, MatchId, ProgramId, ProgramLiveId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Bilingual, Corner, MatchFighter, MatchResult } from './live.ts';

const Division = z.object({
  division_id: DivisionId,
  name: Bilingual,
  /** The division's limit. */
  weight_pounds_max: z.number().int(),
});

const Gym = z.object({ gym_id: GymId, name: Bilingual });

/** A bout's end as one of its fighters sees it. */
const Outcome = z.enum(['win', 'loss', 'draw', 'cancelled']);

/** When a result was recorded, as far as that is known: whose picture is earlier does not see it yet. */
const resultAt = { result_at: z.iso.datetime().nullable() };

/** A fighter as lists show one. */
export const FighterSummary = z.object({
  fighter_id: FighterId,
  /** The own part of the ring name; the gym's name completes it. */
  name: Bilingual,
  nickname: Bilingual,
  gym: Gym,
  province: Bilingual,
  division: Division,
  weight_pounds: z.number().int(),
  dominant_hand: z.enum(['right', 'left']),
  /** Sums of all bouts with a result; a cancelled one counts for nobody. */
  wins: z.number().int(),
  losses: z.number().int(),
  draws: z.number().int(),
  /** The last of these bouts; `starts_at` is its own. */
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
  /** The corner of the fighter who is asked about. */
  corner: Corner,
  weight_pounds: z.number().int(),
  rounds: z.number().int(),
  opponent: MatchFighter.pick({ fighter_id: true, name: true, gym: true }),
};

/** A bout that was, as this fighter sees it. */
export const PastBout = z.object({
  ...boutOfFighter,
  outcome: Outcome,
  method: MatchResult.shape.method,
  /** The round it ended in, where the method has one. */
  round: MatchResult.shape.round,
  ...resultAt,
});
export type PastBout = z.infer<typeof PastBout>;

const ComingBout = z.object({
  ...boutOfFighter,
  /** The live that shows it, where there is one. */
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
  /** The place in the division's ranking; `null` while there are too few bouts for one. */
  ranking: z
    .object({ rank: z.number().int(), of: z.number().int(), points: z.number().int() })
    .nullable(),
  /** The latest first; cancelled ones left out. */
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
  /** Of the last twelve months, which the points are of. */
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
    summary: 'Fighters: all by name, or those that a search finds, the best match first',
    tag: 'Fighters',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({
      ...pageQuery,
      /** Ring name, nickname, gym or province, in Thai or Latin letters, spelled more or less like it. */
      q: z.string().max(LIMITS.searchCharsMax).optional(),
      division: DivisionId.optional(),
      gym: GymId.optional(),
      /** A province's English name, as the filters have it. */
      province: z.string().max(LIMITS.nameCharsMax).optional(),
    }),
    data: FighterSummary,
    list: true,
    errors: [],
    cache: { maxAgeS: 10, staleS: 300 },
  },
  'GET /fighter/filters': {
    summary: 'What fighters can be filtered by',
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
    query: z.object({ ...pageQuery, division: DivisionId }),
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
      /** Only the bouts against this one. */
      against: FighterId.optional(),
    }),
    data: PastBout,
    list: true,
    errors: ['match_not_found'],
    cache: { maxAgeS: 10, staleS: 300 },
  },
});

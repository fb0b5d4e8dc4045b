import { z } from 'zod';
import { endpoints, pageQuery, resultsQuery } from '../endpoint.ts';
import { MatchLiveId, ProgramId, ProgramLiveId, PromotionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Bilingual, LiveAccess, LiveStatus, Match } from './live.ts';
import { Language } from './member.ts';
import { Photo } from './photo.ts';

/** A day in Bangkok, `YYYY-MM-DD`. */
const Day = z.iso.date();

const Promotion = z.object({ promotion_id: PromotionId, name: Bilingual });

/** A bout of a card. Its status is that of its live, or follows from its result and the time. */
const ProgramMatch = Match.omit({
  match_live_id: true,
  clock_stopped_at: true,
  draw_refunds: true,
  revision: true,
  ruling: true,
}).extend({
  match_live_id: MatchLiveId.nullable(),
});
export type ProgramMatch = z.infer<typeof ProgramMatch>;

/** A card: one evening of one promotion. */
export const Program = z.object({
  program_id: ProgramId,
  title: Bilingual,
  promotion: Promotion,
  stadium: z.object({ name: Bilingual, province: Bilingual }),
  /** The day in Bangkok. */
  day: Day,
  starts_at: z.iso.datetime(),
  status: LiveStatus,
  /** The whole card was called off. */
  cancelled: z.boolean(),
  /** The live that shows it, if any. */
  live: z
    .object({
      program_live_id: ProgramLiveId,
      status: LiveStatus,
      access: LiveAccess,
      price_coins: z.number().int().positive().nullable(),
    })
    .nullable(),
  /** The uploaded poster of the card; `null`: the drawings are shown. */
  photo: Photo.nullable(),
  /** Whether results are omitted, because the card has a replay and `show_results` was not requested. */
  results_hidden: z.boolean(),
  matches: z.array(ProgramMatch),
});
export type Program = z.infer<typeof Program>;

export const programEndpoints = endpoints({
  'GET /program': {
    summary: 'Cards with their bouts from a day on, the soonest first',
    tag: 'Programme',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({
      ...pageQuery,
      ...resultsQuery,
      /**
       * First and last day in Bangkok. `from` defaults to today, plus a card of yesterday that is still in progress.
       */
      from: Day.optional(),
      to: Day.optional(),
      promotion: PromotionId.optional(),
      /** `latest`: back from `to` (default: yesterday), the latest first. */
      order: z.enum(['soonest', 'latest']).default('soonest'),
    }),
    data: Program,
    list: true,
    errors: [],
    cache: { maxAgeS: 2, staleS: 60 },
  },
  'GET /program/filters': {
    summary: 'The promotions, and the days with a card from two weeks ago to two months ahead',
    tag: 'Programme',
    caller: 'browser',
    identity: 'visitor',
    data: z.object({
      promotions: z.array(Promotion),
      days: z.array(Day).max(LIMITS.programDaysMax),
    }),
    errors: [],
    cache: { maxAgeS: 30, staleS: 3_600 },
  },
  'GET /program/calendar.ics': {
    summary: 'A calendar with one card, or with all upcoming cards, optionally of one promotion',
    tag: 'Programme',
    caller: 'public',
    identity: 'visitor',
    query: z.object({
      program_id: ProgramId.optional(),
      promotion_id: PromotionId.optional(),
      lang: Language.default('TH'),
    }),
    /** Content type `text/calendar`. */
    data: z.string(),
    file: { type: 'text/calendar; charset=utf-8', name: 'sangwian.ics' },
    errors: ['match_not_found'],
    cache: { maxAgeS: 60, staleS: 3_600 },
  },
  'GET /program/{program_id}': {
    summary: 'One card with its bouts',
    tag: 'Programme',
    caller: 'browser',
    identity: 'visitor',
    params: z.object({ program_id: ProgramId }),
    query: z.object(resultsQuery),
    data: Program,
    errors: ['match_not_found'],
    cache: { maxAgeS: 2, staleS: 60 },
  },
});

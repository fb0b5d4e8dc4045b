import { z } from 'zod';
import { endpoints, resultsQuery } from '../endpoint.ts';
import { MatchLiveId } from '../ids.ts';
import { isRoundScore } from '../rules/round-score.ts';

const POINTS_MAX = 10;
const POINTS_MIN = 7;
const ROUND_MAX = 12;
const count = z.number().int().nonnegative();
const points = z.number().int().min(POINTS_MIN).max(POINTS_MAX);

/** The score of one round, by the ten-point must system. */
const Score = z.object({ red: points, blue: points });

/** How the members scored a round. Sent from five cards on, so that no card of a single member is revealed. */
export const CrowdCard = z.object({
  cards: count,
  /** Members who gave the round to a corner, or to neither. */
  red: count,
  blue: count,
  even: count,
  /** Mean points. */
  red_points: z.number(),
  blue_points: z.number(),
});
export type CrowdCard = z.infer<typeof CrowdCard>;

export const ScorecardRound = z.object({
  number: z.number().int().min(1).max(ROUND_MAX),
  /** The first bell of the round; `null` before it, and while results are hidden. */
  began_at: z.iso.datetime().nullable(),
  mine: Score.nullable(),
  /** `null` until the round is over and the bearer has scored it, or it is locked; and while it has too few cards. */
  crowd: CrowdCard.nullable(),
});
export type ScorecardRound = z.infer<typeof ScorecardRound>;

export const Scorecard = z.object({
  match_live_id: MatchLiveId,
  rounds: z.array(ScorecardRound),
});
export type Scorecard = z.infer<typeof Scorecard>;

/** A member's cards of one year in Bangkok, of bouts that the judges decided. */
export const ScorecardSeason = z.object({
  season: z.number().int(),
  /** Decisions of ended evenings for which the member scored every round. */
  decisions: count,
  /** Cards that name the same winner as the judges. */
  agreed: count,
});
export type ScorecardSeason = z.infer<typeof ScorecardSeason>;

const member = { tag: 'Scorecard', caller: 'browser', identity: 'member' } as const;
const ofBout = { match_live_id: MatchLiveId };

export const scorecardEndpoints = endpoints({
  'GET /scorecard/season': {
    ...member,
    summary: 'How often the bearer’s cards named the judges’ winner, by season, the latest first',
    data: z.array(ScorecardSeason),
    errors: [],
  },
  'GET /scorecard/{match_live_id}': {
    ...member,
    summary: 'The bearer’s card of a bout, with the crowd’s card of the rounds that it may see',
    params: z.object(ofBout),
    query: z.object(resultsQuery),
    data: Scorecard,
    errors: ['match_not_found', 'live_locked'],
  },
  'PUT /scorecard/{match_live_id}/{round}': {
    ...member,
    summary:
      'Score a round, from its bell until 30 seconds after the next one. The same score again changes nothing',
    params: z.object({ ...ofBout, round: z.coerce.number().int().min(1).max(ROUND_MAX) }),
    body: z
      .strictObject({ red: points, blue: points })
      .refine(isRoundScore, { error: 'One corner has 10 points' }),
    data: Scorecard,
    errors: ['match_not_found', 'live_locked', 'score_not_open', 'score_locked'],
  },
});

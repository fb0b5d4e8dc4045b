import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { FighterId, MatchId, ProgramId, ProgramLiveId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Bilingual, Corner, LiveStatus } from './live.ts';
import { Photo } from './photo.ts';

/** A fighter, a gym or a promotion that a member can follow. */
export const FollowSubject = z.strictObject({
  type: z.enum(['fighter', 'gym', 'promotion']),
  id: z.uuid().toLowerCase(),
});
export type FollowSubject = z.infer<typeof FollowSubject>;

const Follow = z.object({
  ...FollowSubject.shape,
  name: Bilingual,
  /** The gym of a fighter, the province of a gym; `null` for a promotion. */
  detail: Bilingual.nullable(),
  /** The photo of a fighter; `null`: the drawn crest is shown. */
  photo: Photo.nullable(),
  followed_at: z.iso.datetime(),
});
export type Follow = z.infer<typeof Follow>;

const NextFighter = z.object({
  fighter_id: FighterId,
  name: Bilingual,
  gym: Bilingual,
  photo: Photo.nullable(),
});

/** A bout that is still to come, or in progress, of a followed fighter, gym or promotion. */
const NextBout = z.object({
  match_id: MatchId,
  program_id: ProgramId,
  program: Bilingual,
  stadium: Bilingual,
  starts_at: z.iso.datetime(),
  status: LiveStatus,
  /** The live that shows it, if any. */
  program_live_id: ProgramLiveId.nullable(),
  red: NextFighter,
  blue: NextFighter,
  /** The corners whose fighter or gym is followed; empty: the promotion is. */
  followed: z.array(Corner),
});
export type NextBout = z.infer<typeof NextBout>;

export const followEndpoints = endpoints({
  'GET /follow': {
    summary: 'What the bearer follows, the latest first',
    tag: 'Follows',
    caller: 'browser',
    identity: 'member',
    data: z.array(Follow).max(LIMITS.followsMax),
    compress: true,
    errors: [],
  },
  'PUT /follow': {
    summary: 'Follow a fighter, a gym or a promotion; following it again changes nothing',
    tag: 'Follows',
    caller: 'browser',
    identity: 'member',
    body: FollowSubject,
    data: Follow,
    errors: ['follow_not_found', 'follow_limit_reached'],
  },
  'DELETE /follow': {
    summary: 'Unfollow; succeeds if the bearer does not follow it',
    tag: 'Follows',
    caller: 'browser',
    identity: 'member',
    body: FollowSubject,
    data: z.object({}),
    errors: [],
  },
  'GET /follow/next': {
    summary: 'The next bouts of what the bearer follows, the soonest first',
    tag: 'Follows',
    caller: 'browser',
    identity: 'member',
    data: z.array(NextBout).max(LIMITS.followedBoutsMax),
    compress: true,
    errors: [],
  },
});

import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { MatchLiveId, MemberId, ProgramLiveId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Bilingual, Corner } from './live.ts';

/** Whole coins. */
const coins = z.number().int().nonnegative();

export const Gift = z.object({
  gift_id: z.uuid(),
  name: Bilingual,
  /** Price of one. */
  coins,
  /** A path of this site. */
  picture: z.string(),
  /** Animation when it is sent; bigger gifts have bigger ones. */
  effect: z.enum(['spark', 'burst', 'storm']),
});
export type Gift = z.infer<typeof Gift>;

const CornerSum = z.object({ coins, gifts: coins, supporters: coins });

/** Totals that the corners of a bout received. */
export const EncouragementBar = z.object({
  match_live_id: MatchLiveId,
  red: CornerSum,
  blue: CornerSum,
});
export type EncouragementBar = z.infer<typeof EncouragementBar>;

/** A gift as every viewer sees it in the chat. */
export const GiftLine = z.object({
  gift_log_id: z.uuid(),
  match_live_id: MatchLiveId,
  member_id: MemberId,
  member_name: z.string(),
  member_avatar: z.string().nullable(),
  corner: Corner,
  gift_id: z.uuid(),
  quantity: z.number().int().positive(),
  coins,
  sent_at: z.iso.datetime(),
});
export type GiftLine = z.infer<typeof GiftLine>;

export const Supporter = z.object({
  /** Supporters with equal coins share a rank. */
  rank: z.number().int().positive(),
  member_id: MemberId,
  name: z.string(),
  avatar: z.string().nullable(),
  /** The corner that received more from this member. */
  corner: Corner,
  coins,
});
export type Supporter = z.infer<typeof Supporter>;

const ofMatch = z.object({ match_live_id: MatchLiveId });

export const giftEndpoints = endpoints({
  'GET /gift': {
    summary: 'The gifts that can be sent, in the order of the operators',
    tag: 'Gifts',
    caller: 'browser',
    identity: 'visitor',
    data: z.array(Gift),
    errors: [],
    // A changed price shows at the next visit; open pages get it over the socket.
    cache: { maxAgeS: 1, staleS: 10 },
  },
  'POST /gift/send': {
    summary: 'Send a gift to a corner; its coins stay in escrow until the bout is settled',
    tag: 'Gifts',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    body: z.strictObject({
      match_live_id: z.string().min(1).max(64),
      corner: z.string().max(10).optional(),
      gift_id: z.string().max(64).optional(),
      quantity: z.number().int().min(1).max(LIMITS.giftQuantityMax),
      /** The total price that the page showed. */
      expected_coins: coins,
    }),
    data: z.object({ gift_log_id: z.uuid(), balance: coins, bar: EncouragementBar }),
    errors: [
      'gift_disabled',
      'gift_corner_required',
      'gift_required',
      'gift_balance_insufficient',
      'match_ended',
      'match_not_found',
      'live_none',
      'live_locked',
      'gift_failed',
      'price_changed',
      'wallet_blocked',
      'self_excluded',
      'gifts_off',
    ],
  },
  'GET /giftLog/leaderboard': {
    summary: 'The top supporters of a bout',
    tag: 'Gifts',
    caller: 'browser',
    identity: 'visitor',
    query: ofMatch,
    data: z.array(Supporter),
    errors: ['match_not_found'],
    cache: { maxAgeS: 1, staleS: 10 },
  },
  'GET /giftLog/leaderboard/mine': {
    summary: 'The bearer’s place on the leaderboard of a bout',
    tag: 'Gifts',
    caller: 'browser',
    identity: 'member',
    query: ofMatch,
    data: z.object({
      /** `null`: no gift sent. */
      rank: z.number().int().positive().nullable(),
      red_coins: coins,
      blue_coins: coins,
    }),
    errors: ['match_not_found'],
  },
  'GET /giftLog/encouragementBar': {
    summary: 'The totals that both corners received',
    tag: 'Gifts',
    caller: 'browser',
    identity: 'visitor',
    query: ofMatch,
    data: EncouragementBar,
    errors: ['match_not_found'],
    cache: { maxAgeS: 1, staleS: 10 },
  },
  'POST /live/{program_live_id}/unlock': {
    summary: 'Unlock a premium live with coins, permanently',
    tag: 'Live',
    caller: 'browser',
    identity: 'member',
    idempotent: true,
    params: z.object({ program_live_id: ProgramLiveId }),
    body: z.strictObject({
      /** The price that the page showed. */
      expected_coins: coins,
    }),
    data: z.object({
      /** Coins charged now; 0 if it was unlocked already. */
      coins,
      balance: coins,
    }),
    errors: [
      'live_not_found',
      'live_ended',
      'balance_insufficient',
      'wallet_blocked',
      'self_excluded',
      'price_changed',
    ],
  },
});

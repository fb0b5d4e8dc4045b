import { z } from 'zod';

/**
 * Opaque ids are UUIDv7 strings on the wire; the brand keeps one kind from standing in for another. Lower case, so that
 * one id is one string wherever it is compared.
 */
const id = <Brand extends string>(brand: Brand) => z.uuid().toLowerCase().brand(brand);

export const MemberId = id('MemberId');
export const ProgramId = id('ProgramId');
export const ProgramLiveId = id('ProgramLiveId');
/** A bout. On the wire it is a `match`, as the specification has it. */
export const MatchId = id('MatchId');
/** A bout as it is shown in a live: what gifts and the encouragement bar belong to. */
export const MatchLiveId = id('MatchLiveId');
export const MatchLiveStreamId = id('MatchLiveStreamId');
export const FighterId = id('FighterId');
export const DivisionId = id('DivisionId');
export const GymId = id('GymId');
export const PromotionId = id('PromotionId');
export const ChatMessageId = id('ChatMessageId');
export const WatchToken = id('WatchToken');

export type MemberId = z.infer<typeof MemberId>;
export type ProgramId = z.infer<typeof ProgramId>;
export type ProgramLiveId = z.infer<typeof ProgramLiveId>;
export type MatchId = z.infer<typeof MatchId>;
export type MatchLiveId = z.infer<typeof MatchLiveId>;
export type MatchLiveStreamId = z.infer<typeof MatchLiveStreamId>;
export type FighterId = z.infer<typeof FighterId>;
export type DivisionId = z.infer<typeof DivisionId>;
export type GymId = z.infer<typeof GymId>;
export type PromotionId = z.infer<typeof PromotionId>;
export type ChatMessageId = z.infer<typeof ChatMessageId>;
export type WatchToken = z.infer<typeof WatchToken>;

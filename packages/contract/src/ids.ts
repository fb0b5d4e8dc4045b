import { z } from 'zod';

/**
 * Ids are UUIDv7 strings on the wire; the brand prevents mixing up two kinds. They are lower-cased, so that equal ids
 * are equal strings.
 */
const id = <Brand extends string>(brand: Brand) => z.uuid().toLowerCase().brand(brand);

export const MemberId = id('MemberId');
export const ProgramId = id('ProgramId');
export const ProgramLiveId = id('ProgramLiveId');
/** A bout; the wire calls it `match`, as the specification does. */
export const MatchId = id('MatchId');
/** A bout within a live; gifts and the encouragement bar belong to it. */
export const MatchLiveId = id('MatchLiveId');
export const MatchLiveStreamId = id('MatchLiveStreamId');
export const FighterId = id('FighterId');
export const DivisionId = id('DivisionId');
export const GymId = id('GymId');
export const PromotionId = id('PromotionId');
export const ChatMessageId = id('ChatMessageId');
export const ClipId = id('ClipId');
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
export type ClipId = z.infer<typeof ClipId>;
export type WatchToken = z.infer<typeof WatchToken>;

/** Brands an id from the database without validation. */
export const brand = <Id>(value: string): Id => value as Id;

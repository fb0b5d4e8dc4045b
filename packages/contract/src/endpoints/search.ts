import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { FighterId, ProgramId, ProgramLiveId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Bilingual } from './live.ts';
import { Photo } from './photo.ts';

const FoundFighter = z.object({
  fighter_id: FighterId,
  name: Bilingual,
  nickname: Bilingual,
  gym: Bilingual,
  photo: Photo.nullable(),
});

/** An evening, under one of three headings. */
const FoundShow = z.object({
  program_id: ProgramId,
  /** The live of the evening, if it has one that was not cancelled. */
  program_live_id: ProgramLiveId.nullable(),
  title: Bilingual,
  stadium: Bilingual,
  starts_at: z.iso.datetime(),
});
export type FoundShow = z.infer<typeof FoundShow>;

export const SiteSearch = z.object({
  fighters: z.array(FoundFighter).max(LIMITS.searchGroupMax),
  /** In progress. */
  lives: z.array(FoundShow).max(LIMITS.searchGroupMax),
  /** All other evenings: the coming ones, the soonest first, before those of the past, the latest first. */
  cards: z.array(FoundShow).max(LIMITS.searchGroupMax),
  /** Ended lives that can be watched again, the latest first. */
  replays: z.array(FoundShow).max(LIMITS.searchGroupMax),
});
export type SiteSearch = z.infer<typeof SiteSearch>;

export const searchEndpoints = endpoints({
  'GET /search': {
    summary: 'Fighters, cards, lives and replays by a part of a name',
    tag: 'Search',
    caller: 'browser',
    identity: 'visitor',
    query: z.object({
      /** Thai or Latin letters, without regard to case, tone marks and accents. Every word must match. */
      q: z.string().min(1).max(LIMITS.searchCharsMax),
    }),
    data: SiteSearch,
    errors: [],
  },
});

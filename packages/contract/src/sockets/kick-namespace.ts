import { z } from 'zod';
import { MemberId, WatchToken } from '../ids.ts';

/** The namespace of events that end a session; one room per member. */
export const KICK_NAMESPACE = '/kick';

export const BanMember = z.object({
  member_status: z.enum(['ban', 'suspend']),
  member_id: MemberId,
});
export type BanMember = z.infer<typeof BanMember>;
export const ExitWatchedStream = z.object({ old_watch_token: WatchToken });
export type ExitWatchedStream = z.infer<typeof ExitWatchedStream>;

export const KICK_EVENTS_OUT = {
  BAN_MEMBER: BanMember,
  EXIT_WATCHED_STREAM: ExitWatchedStream,
} as const;

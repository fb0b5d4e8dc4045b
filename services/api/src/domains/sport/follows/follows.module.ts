import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { Database } from '../../../schema/database.ts';
import { FOLLOWED_RESULTS_TASK } from '../../live/bout-control/bout-control.module.ts';
import { type AnnounceDeps, announceResult } from './announce-result.ts';
import { followSubject, listNextBouts, presentFollow } from './follow-subject.ts';
import { FollowsStore } from './follows.store.ts';

const PER_MEMBER = { changes: 300, seconds: 600 } as const;

const Payload = z.object({ match_live_id: z.uuid() });

export interface FollowsModule extends ApiModule {
  /** Writes the notices of a final result. The job runs this. */
  announce(matchLiveId: string): Promise<void>;
  /** Deletes what the member follows. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns what the member follows, for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Creates the module of the fighters, gyms and promotions that members follow. */
export function createFollowsModule(deps: AnnounceDeps): FollowsModule {
  const store = new FollowsStore(deps.db);
  const limit = createLimit(PER_MEMBER.changes, PER_MEMBER.seconds);
  const listOf = async (memberId: MemberId) =>
    (await store.findOf(memberId, LIMITS.followsMax)).map(presentFollow);
  return {
    handlers: {
      'GET /follow': async ({ bearer }) => ({ data: await listOf(bearer.memberId) }),
      'PUT /follow': async ({ body, bearer }) => {
        await limit.take(bearer.memberId);
        return { data: await followSubject(deps, bearer.memberId, body) };
      },
      'DELETE /follow': async ({ body, bearer }) => {
        await limit.take(bearer.memberId);
        await store.remove(bearer.memberId, body);
        return { data: {} };
      },
      'GET /follow/next': async ({ bearer }) => ({
        data: await listNextBouts(deps, bearer.memberId),
      }),
    },
    announce: (matchLiveId) => announceResult(deps, matchLiveId),
    forgetMember: (trx, memberId) => new FollowsStore(trx).forgetMember(memberId),
    exportOf: async (memberId) => ({ follows: await listOf(memberId) }),
    tasks: [
      {
        name: FOLLOWED_RESULTS_TASK,
        run: (_signal, payload) => announceResult(deps, Payload.parse(payload).match_live_id),
      },
    ],
  };
}

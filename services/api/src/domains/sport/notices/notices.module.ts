import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { NoticesStore } from './notices.store.ts';
import { presentNotice } from './present-notice.ts';

const PER_MEMBER = { changes: 300, seconds: 600 } as const;
const DAY_MS = 86_400_000;
/** Maximum number of notices that one statement deletes. */
const PRUNED_MAX = 5_000;
/** More notices than a member gets in the time for which they are kept. */
const EXPORTED_MAX = 10_000;

export interface NoticesDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
}

export interface NoticesModule extends ApiModule {
  /** Deletes notices whose retention has ended. Run by the task. */
  prune(signal?: AbortSignal): Promise<void>;
  /** Deletes the member's notices. */
  forgetMember(on: Kysely<Database>, memberId: MemberId): Promise<void>;
  /** Returns the member's notices for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

async function prune({ db, clock }: NoticesDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(clock().getTime() - LIMITS.noticeDaysKept * DAY_MS);
  const store = new NoticesStore(db);
  for (let deleted = PRUNED_MAX; deleted === PRUNED_MAX && signal?.aborted !== true; ) {
    deleted = await store.deleteBefore(before, PRUNED_MAX);
  }
}

/** Creates the module of the notification centre: a member's notices, and which of them are read. */
export function createNoticesModule(deps: NoticesDeps): NoticesModule {
  const { db, bus, clock } = deps;
  const store = new NoticesStore(db);
  const limit = createLimit(PER_MEMBER.changes, PER_MEMBER.seconds);
  const countUnread = async (memberId: MemberId) => ({
    unread: await store.countUnread(memberId, LIMITS.noticesCountedMax),
  });
  return {
    handlers: {
      'GET /notice': async ({ query, bearer }) => {
        const before = openCursor(query.cursor, z.uuid());
        const rows = await store.findPage(bearer.memberId, { before, limit: query.limit + 1 });
        const { shown, next_cursor } = pageOf(rows, query.limit, (last) => last.notice_id);
        return { data: shown.map(presentNotice), next_cursor };
      },
      'GET /notice/unread': async ({ bearer }) => ({ data: await countUnread(bearer.memberId) }),
      'PUT /notice/read': async ({ body, bearer: { memberId } }) => {
        await limit.take(memberId);
        if (await store.markRead(memberId, body.up_to, clock())) {
          bus.publish('notices:changed', { memberIds: [memberId] });
        }
        return { data: await countUnread(memberId) };
      },
    },
    prune: (signal) => prune(deps, signal),
    forgetMember: (on, memberId) => new NoticesStore(on).forgetMember(memberId),
    exportOf: async (memberId) => {
      const rows = await store.findPage(memberId, { before: null, limit: EXPORTED_MAX });
      return { notices: rows.map(presentNotice) };
    },
    tasks: [{ name: 'notice_prune', crontab: '41 * * * *', run: (signal) => prune(deps, signal) }],
  };
}

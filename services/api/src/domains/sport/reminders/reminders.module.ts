import type { MatchId, MemberId, ProgramId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import type { Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { createLimit } from '../../../platform/http/rate-limits.ts';
import type { Database } from '../../../schema/database.ts';
import type { Present } from '../push/push.module.ts';
import { type FireDeps, fireReminders } from './fire-reminders.ts';
import { createPresent } from './present-reminder.ts';
import { RemindersStore } from './reminders.store.ts';
import { setReminder } from './set-reminder.ts';

const PER_MEMBER = { changes: 300, seconds: 600 } as const;

export interface RemindersModule extends ApiModule {
  /** Renders a reminder when it is sent. */
  readonly present: Present;
  /** Enqueues due reminders. Run by the task. */
  fire(): Promise<void>;
  /** Deletes the member's reminders. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns the member's reminders for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Creates the module that sets reminders of cards and bouts and sends them in time. */
export function createRemindersModule(deps: FireDeps): RemindersModule {
  const { db, clock } = deps;
  const store = new RemindersStore(db);
  const limit = createLimit(PER_MEMBER.changes, PER_MEMBER.seconds);
  return {
    handlers: {
      'GET /program/reminder': async ({ bearer }) => ({
        data: (await store.findOf(bearer.memberId, LIMITS.remindersMax)).map((row) => ({
          program_id: row.program_id as ProgramId,
          match_id: row.bout_id as MatchId | null,
          leads: row.leads,
        })),
      }),
      'PUT /program/{program_id}/reminder': async ({ params, body, bearer }) => {
        await limit.take(bearer.memberId);
        const { match_id: matchId, leads } = body;
        const wanted = { programId: params.program_id, matchId, leads };
        return { data: await setReminder(deps, bearer.memberId, wanted) };
      },
    },
    present: createPresent(store, clock),
    fire: () => fireReminders(deps),
    forgetMember: (trx, memberId) => new RemindersStore(trx).forgetMember(memberId),
    exportOf: async (memberId) => ({
      reminders: await store.findOf(memberId, LIMITS.remindersMax),
    }),
    tasks: [
      // The SQL function `reminders_are_due` also contains the name of this task.
      { name: 'reminders', crontab: '* * * * *', atStart: true, run: () => fireReminders(deps) },
    ],
  };
}

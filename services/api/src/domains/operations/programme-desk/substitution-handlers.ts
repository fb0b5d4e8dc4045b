import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import { type ProgrammeDeskDeps, requireRows } from './desk-parts.ts';
import { EventStore } from './event.store.ts';
import { answerEvent } from './present-event.ts';
import { lockBout } from './programme-bout-handlers.ts';

/**
 * Returns the cheers that a substitution would return now and the predictions that it would void.
 *
 * @throws {ApiError} `match_not_found`
 */
async function readEffect(store: EventStore, boutId: string) {
  const row = await store.findBout(boutId);
  if (row === undefined) throw new ApiError('match_not_found');
  return { row, effect: { version: row.version, ...(await store.countStakes(row)) } };
}

/**
 * Substitutes a fighter of a bout without a live. Such a bout has no cheers, so only its predictions are voided.
 *
 * @throws {ApiError} `match_not_found`, `edit_stale`, `bout_begun`; `request_invalid` for a fighter of the bout
 */
async function substituteWithoutLive(
  trx: Transaction<Database>,
  boutId: string,
  {
    version,
    corner,
    fighterId,
    by,
  }: { version: number; corner: 'red' | 'blue'; fighterId: string; by: string },
): Promise<void> {
  const { row } = await lockBout(trx, boutId, version);
  if (fighterId === row.red_fighter_id || fighterId === row.blue_fighter_id) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body.fighter_id', message: 'is in the bout already' }],
    });
  }
  await trx
    .updateTable('bout')
    .set({ [`${corner}_fighter_id`]: fighterId, updated_by: by })
    .where('bout_id', '=', boutId)
    .execute();
}

/** Creates the handlers of late substitutions. */
export function createSubstitutionHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db, boutControl } = deps;
  const store = new EventStore(db);
  return {
    'GET /operator/match/{match_id}/substitution': async ({ params }) => ({
      data: (await readEffect(store, params.match_id)).effect,
    }),
    'POST /operator/match/{match_id}/substitution': async ({ params, body, staff, audit }) => {
      const { act_id: actId, version, corner, fighter_id: fighterId, reason } = body;
      const { row, effect } = await readEffect(store, params.match_id);
      await db
        .transaction()
        .execute((trx) => requireRows(trx, [{ kind: 'fighter', id: fighterId }]));
      audit?.note({
        subjectType: 'bout',
        subjectId: params.match_id,
        reason,
        before: { corner, fighter_id: row[`${corner}_fighter_id`], ...effect },
        after: { corner, fighter_id: fighterId },
      });
      if (row.match_live_id === null) {
        await db.transaction().execute((trx) =>
          substituteWithoutLive(trx, params.match_id, {
            version,
            corner,
            fighterId,
            by: staff.name,
          }),
        );
      } else {
        const act = { action: 'substitute', corner, fighter: fighterId } as const;
        const note = { actor: staff.name, staffId: staff.staffId, reason };
        await boutControl.control(row.match_live_id, act, note, { actId, version });
      }
      return answerEvent(deps, row.program_id);
    },
  };
}

import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Transaction } from 'kysely';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import { fenceGifts } from '../../live/gifts/gifts.module.ts';
import { fenceSheets } from '../../sport/predict/predict.module.ts';
import { type ProgrammeDeskDeps, requireRows } from './desk-parts.ts';
import { deleteUnused, inUse, refuseStale } from './edit-rules.ts';
import { type BoutRow, EventWriter } from './event.store.ts';
import { lockEvent } from './event-handlers.ts';
import { answerEvent } from './present-event.ts';

interface BoutInput {
  readonly red_fighter_id: string;
  readonly blue_fighter_id: string;
  readonly division_id: string;
  readonly weight_pounds: number;
  readonly rounds: number;
  readonly main_event: boolean;
  readonly starts_at: string;
}

const columnsOf = (body: BoutInput) => ({
  red_fighter_id: body.red_fighter_id,
  blue_fighter_id: body.blue_fighter_id,
  division_id: body.division_id,
  weight_pounds: body.weight_pounds,
  rounds: body.rounds,
  main_event: body.main_event,
  starts_at: new Date(body.starts_at),
});

const editedPart = (row: BoutRow) => ({
  ...columnsOf({ ...row, starts_at: row.starts_at.toISOString() }),
  starts_at: row.starts_at.toISOString(),
});

/** @throws {ApiError} `request_invalid`, `fighter_not_found`, `not_found` */
async function requireParts(trx: Transaction<Database>, body: BoutInput): Promise<void> {
  if (body.red_fighter_id === body.blue_fighter_id) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body.blue_fighter_id', message: 'is in the red corner already' }],
    });
  }
  await requireRows(trx, [
    { kind: 'fighter', id: body.red_fighter_id },
    { kind: 'fighter', id: body.blue_fighter_id },
    { kind: 'division', id: body.division_id },
  ]);
}

/**
 * Locks the event of a bout for an edit, and the bout against cheers and predictions. The order of the locks is that of
 * bout control: the live, the gifts, the sheets.
 *
 * @throws {ApiError} `match_not_found`, `edit_stale`, `bout_begun`
 */
export async function lockBout(
  trx: Transaction<Database>,
  boutId: string,
  version: number,
  wanted: object = {},
): Promise<{ writer: EventWriter; row: BoutRow; programLiveId: string | null }> {
  const writer = new EventWriter(trx);
  const seen = await writer.findBout(boutId);
  const event = seen === undefined ? undefined : await writer.lock(seen.program_id);
  if (seen?.match_live_id != null) await fenceGifts(trx, seen.match_live_id);
  if (seen !== undefined) await fenceSheets(trx, seen.program_id);
  const row = await writer.findBout(boutId);
  if (row === undefined || event === undefined) throw new ApiError('match_not_found');
  refuseStale(row, version, wanted);
  if (row.status !== 'not_started' || row.winner !== null) throw new ApiError('bout_begun');
  return { writer, row, programLiveId: event.program_live_id };
}

/**
 * @throws {ApiError} `bout_begun` if a bout that has begun would move; `request_invalid` if the bouts are not those of
 * the event
 */
function checkOrder(bouts: readonly BoutRow[], wanted: readonly string[]): void {
  const isSame =
    wanted.length === bouts.length && bouts.every(({ bout_id: id }) => wanted.includes(id));
  if (!isSame) {
    throw new ApiError('request_invalid', {
      details: [{ path: 'body.match_ids', message: 'has to contain every bout of the card once' }],
    });
  }
  const isMoved = bouts.some(
    ({ bout_id: id, status }, index) => status !== 'not_started' && wanted[index] !== id,
  );
  if (isMoved) throw new ApiError('bout_begun');
}

function createCardHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db } = deps;
  const answer = (programId: string) => answerEvent(deps, programId);
  return {
    'PUT /operator/event/{program_id}/order': async ({ params, body, staff, audit }) => {
      await db.transaction().execute(async (trx) => {
        const writer = new EventWriter(trx);
        await lockEvent(writer, params.program_id, body.version);
        const bouts = await writer.findBouts(params.program_id);
        checkOrder(bouts, body.match_ids);
        audit?.note({
          subjectType: 'program',
          subjectId: params.program_id,
          before: { match_ids: bouts.map(({ bout_id: id }) => id) },
          after: { match_ids: body.match_ids },
        });
        await writer.setOrder(params.program_id, body.match_ids, staff.name);
        await writer.touch(params.program_id, staff.name);
      });
      return answer(params.program_id);
    },
    'POST /operator/event/{program_id}/bout': async ({ params, body, staff, audit }) => {
      const { version, ...wanted } = body;
      await db.transaction().execute(async (trx) => {
        const writer = new EventWriter(trx);
        const event = await lockEvent(writer, params.program_id, version);
        if (event.live_status === 'ended') throw new ApiError('live_ended');
        const bouts = await writer.findBouts(params.program_id);
        if (bouts.length >= LIMITS.cardBoutsMax) throw new ApiError('card_full');
        await requireParts(trx, wanted);
        const { bout_id: boutId } = await trx
          .insertInto('bout')
          .values({
            ...columnsOf(wanted),
            program_id: params.program_id,
            card_order: (bouts.at(-1)?.card_order ?? 0) + 1,
            updated_by: staff.name,
          })
          .returning('bout_id')
          .executeTakeFirstOrThrow();
        await writer.addToLive(params.program_id);
        await writer.touch(params.program_id, staff.name);
        audit?.note({ subjectType: 'bout', subjectId: boutId, after: wanted });
      });
      return answer(params.program_id);
    },
  };
}

function createChangeHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db } = deps;
  const answer = (programId: string) => answerEvent(deps, programId);
  return {
    'PUT /operator/match/{match_id}': async ({ params, body, staff, audit }) => {
      const { version, ...wanted } = body;
      const programId = await db.transaction().execute(async (trx) => {
        const { row } = await lockBout(trx, params.match_id, version, columnsOf(wanted));
        const isOtherPairing =
          row.red_fighter_id !== wanted.red_fighter_id ||
          row.blue_fighter_id !== wanted.blue_fighter_id;
        if (isOtherPairing && row.has_stakes) throw new ApiError('bout_needs_substitution');
        await requireParts(trx, wanted);
        audit?.note({
          subjectType: 'bout',
          subjectId: params.match_id,
          before: editedPart(row),
          after: wanted,
        });
        await trx
          .updateTable('bout')
          .set({ ...columnsOf(wanted), updated_by: staff.name })
          .where('bout_id', '=', params.match_id)
          .execute();
        return row.program_id;
      });
      return answer(programId);
    },
    'DELETE /operator/match/{match_id}': async ({ params, query, staff, audit }) => {
      const programId = await deleteUnused(() =>
        db.transaction().execute(async (trx) => {
          const { writer, row } = await lockBout(trx, params.match_id, query.version);
          audit?.note({ subjectType: 'bout', subjectId: params.match_id, before: editedPart(row) });
          if (row.has_stakes) throw inUse('prediction');
          await writer.deleteBout(params.match_id);
          await writer.closeGaps(row.program_id);
          await writer.touch(row.program_id, staff.name);
          return row.program_id;
        }),
      );
      return answer(programId);
    },
  };
}

/** Creates the handlers of bouts and of the order of bouts. */
export const createBoutHandlers = (deps: ProgrammeDeskDeps): Handlers => ({
  ...createCardHandlers(deps),
  ...createChangeHandlers(deps),
});

import type { ProgramId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { bangkokDay, startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Database } from '../../../schema/database.ts';
import { hasGifts } from '../../live/gifts/gifts.module.ts';
import { type ProgrammeDeskDeps, requireRows } from './desk-parts.ts';
import { deleteUnused, inUse, refuseStale } from './edit-rules.ts';
import { type EventRow, EventStore, EventWriter } from './event.store.ts';
import { answerEvent, presentLine, readEvent } from './present-event.ts';

const Position = z.tuple([z.iso.datetime(), z.uuid()]);

interface EventInput {
  readonly title_th: string;
  readonly title_en: string;
  readonly promotion_id: string;
  readonly stadium_id: string;
  readonly starts_at: string;
}

const columnsOf = (body: EventInput) => ({
  title_th: body.title_th,
  title_en: body.title_en,
  promotion_id: body.promotion_id,
  stadium_id: body.stadium_id,
  starts_at: new Date(body.starts_at),
});

/** The fields of an event that an edit can change, for the audit. */
export const editedPart = (row: EventRow): EventInput => ({
  title_th: row.title_th,
  title_en: row.title_en,
  promotion_id: row.promotion_id,
  stadium_id: row.stadium_id,
  starts_at: row.starts_at.toISOString(),
});

/** Locks an event for an edit. @throws {ApiError} `event_not_found`, `edit_stale` */
export async function lockEvent(
  writer: EventWriter,
  programId: string,
  version: number,
  wanted: object = {},
): Promise<EventRow> {
  const row = await writer.lock(programId);
  if (row === undefined) throw new ApiError('event_not_found');
  refuseStale(row, version, wanted);
  return row;
}

const requirePlaces = (trx: Transaction<Database>, body: EventInput): Promise<void> =>
  requireRows(trx, [
    { kind: 'promotion', id: body.promotion_id },
    { kind: 'stadium', id: body.stadium_id },
  ]);

/** Copies an event to another time. The bouts keep their offsets from the start of the event. */
async function copyEvent(
  trx: Transaction<Database>,
  from: EventRow,
  {
    startsAt,
    withBouts,
    by,
  }: { readonly startsAt: Date; readonly withBouts: boolean; readonly by: string },
): Promise<string> {
  const { program_id: programId } = await trx
    .insertInto('program')
    .values({ ...columnsOf(editedPart(from)), starts_at: startsAt, updated_by: by })
    .returning('program_id')
    .executeTakeFirstOrThrow();
  if (withBouts) {
    await sql`
      insert into bout (program_id, card_order, main_event, division_id, weight_pounds, rounds, red_fighter_id,
        blue_fighter_id, starts_at, updated_by)
      select ${programId}, card_order, main_event, division_id, weight_pounds, rounds, red_fighter_id,
        blue_fighter_id, starts_at + (${startsAt}::timestamptz - ${from.starts_at}::timestamptz), ${by}
      from bout where program_id = ${from.program_id}`.execute(trx);
  }
  return programId;
}

/** @throws {ApiError} `programme_in_use` if fans have cheered: gifts have no foreign key */
async function refuseCheered(trx: Transaction<Database>, programId: string): Promise<void> {
  const matches = await trx
    .selectFrom('match_live')
    .innerJoin('program_live', 'program_live.program_live_id', 'match_live.program_live_id')
    .select('match_live_id')
    .where('program_id', '=', programId)
    .execute();
  for (const { match_live_id: id } of matches) if (await hasGifts(trx, id)) throw inUse('gift');
}

function createListHandlers({ db, clock }: ProgrammeDeskDeps): Handlers {
  const store = new EventStore(db);
  return {
    'GET /operator/event': async ({ query }) => {
      const cursor = openCursor(query.cursor, Position);
      const filter = {
        isPast: query.when === 'past',
        today: startOfBangkokDay(bangkokDay(clock())),
        q: query.q,
        isPremium: query.premium === true,
      };
      const after = cursor === null ? null : { at: new Date(cursor[0]), programId: cursor[1] };
      const rows = await store.findPage(filter, after, query.limit + 1);
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [
        last.starts_at.toISOString(),
        last.program_id,
      ]);
      return { data: shown.map(presentLine), next_cursor };
    },
    'GET /operator/event/{program_id}': async ({ params }) => ({
      data: await readEvent(store, params.program_id),
    }),
  };
}

/** Creates the handlers of events. */
export function createEventHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db, bus } = deps;
  const answer = (programId: string) => answerEvent(deps, programId);
  return {
    ...createListHandlers(deps),
    'POST /operator/event': async ({ body, staff, audit }) => {
      const programId = await db.transaction().execute(async (trx) => {
        await requirePlaces(trx, body);
        const row = await trx
          .insertInto('program')
          .values({ ...columnsOf(body), updated_by: staff.name })
          .returning('program_id')
          .executeTakeFirstOrThrow();
        return row.program_id;
      });
      audit?.note({ subjectType: 'program', subjectId: programId, after: body });
      return answer(programId);
    },
    'PUT /operator/event/{program_id}': async ({ params, body, staff, audit }) => {
      const { version, ...wanted } = body;
      await db.transaction().execute(async (trx) => {
        const writer = new EventWriter(trx);
        const row = await lockEvent(writer, params.program_id, version, columnsOf(wanted));
        await requirePlaces(trx, wanted);
        audit?.note({
          subjectType: 'program',
          subjectId: params.program_id,
          before: editedPart(row),
          after: wanted,
        });
        await trx
          .updateTable('program')
          .set((eb) => ({
            ...columnsOf(wanted),
            version: eb('version', '+', 1),
            updated_by: staff.name,
          }))
          .where('program_id', '=', params.program_id)
          .execute();
      });
      return answer(params.program_id);
    },
    'DELETE /operator/event/{program_id}': async ({ params, query, audit }) => {
      await deleteUnused(() =>
        db.transaction().execute(async (trx) => {
          const writer = new EventWriter(trx);
          const row = await lockEvent(writer, params.program_id, query.version);
          audit?.note({
            subjectType: 'program',
            subjectId: params.program_id,
            before: editedPart(row),
          });
          await refuseCheered(trx, params.program_id);
          await writer.deleteEvent(params.program_id);
        }),
      );
      bus.publish('staff:changed', { topic: 'programme', id: params.program_id });
      return { data: {} };
    },
    'POST /operator/event/{program_id}/copy': async ({ params, body, staff, audit }) => {
      const copyId = await db.transaction().execute(async (trx) => {
        const row = await new EventStore(trx).find(params.program_id);
        if (row === undefined) throw new ApiError('event_not_found');
        const startsAt = new Date(body.starts_at);
        return copyEvent(trx, row, { startsAt, withBouts: body.with_bouts, by: staff.name });
      });
      const after = { copied_from: params.program_id satisfies ProgramId, ...body };
      audit?.note({ subjectType: 'program', subjectId: copyId, after });
      return answer(copyId);
    },
  };
}

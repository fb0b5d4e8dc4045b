import type { ImportReport, RosterFighter } from '@sangwian/contract/endpoints/operator/roster';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { importFighters, indexNewFighters } from '../../sport/fighters/fighters.module.ts';
import { type ProgrammeDeskDeps, requireRows } from './desk-parts.ts';
import { deleteUnused, refuseStale } from './edit-rules.ts';
import { presentFighter, RosterStore } from './roster.store.ts';

const Position = z.tuple([z.string(), z.uuid()]);

type FighterInput = Omit<
  RosterFighter,
  'fighter_id' | 'gym' | 'division' | 'photo' | 'bouts' | 'import_key' | 'version' | 'updated_by'
>;

const columnsOf = ({ gym_id, dominant_hand, ...same }: FighterInput) => ({
  ...same,
  camp_id: gym_id,
  stance: dominant_hand === 'left' ? ('southpaw' as const) : ('orthodox' as const),
});

/** The fields of a fighter that an edit can change. */
function editedPart(fighter: RosterFighter): FighterInput {
  const { fighter_id, gym, division, photo, bouts, import_key, version, updated_by, ...edited } =
    fighter;
  return edited;
}

const refsOf = (body: FighterInput) =>
  [
    { kind: 'gym', id: body.gym_id },
    { kind: 'division', id: body.division_id },
  ] as const;

function createListHandlers({ db }: ProgrammeDeskDeps): Handlers {
  const store = new RosterStore(db);
  return {
    'GET /operator/fighter': async ({ query }) => {
      const cursor = openCursor(query.cursor, Position);
      const filter = {
        q: query.q,
        gymId: query.gym_id,
        divisionId: query.division_id,
        hasNoPhoto: query.no_photo === true,
      };
      const after = cursor === null ? null : { name: cursor[0], fighterId: cursor[1] };
      const rows = await store.findPage(filter, after, query.limit + 1);
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [
        last.name_en,
        last.fighter_id,
      ]);
      return { data: shown.map(presentFighter), next_cursor };
    },
    'GET /operator/fighter/{fighter_id}': async ({ params }) => {
      const row = await store.find(params.fighter_id);
      if (row === undefined) throw new ApiError('fighter_not_found');
      return { data: presentFighter(row) };
    },
  };
}

/** Maximum number of changed and new fighters in the audit entry of one import. */
const AUDIT_ROWS_MAX = 50;

/**
 * Returns the first changes of an import for the audit: the changed fields by fighter key, and the keys of new
 * fighters.
 */
function detailsOf({ changes, additions }: ImportReport) {
  const valuesOf = (side: 'before' | 'after') =>
    Object.fromEntries(
      changes
        .slice(0, AUDIT_ROWS_MAX)
        .map(({ key, fields }) => [
          key,
          Object.fromEntries(fields.map((field) => [field.field, field[side]])),
        ]),
    );
  const new_fighters = additions.slice(0, AUDIT_ROWS_MAX).map(({ key, name }) => [key, name.en]);
  return {
    before: valuesOf('before'),
    after: { ...valuesOf('after'), new_fighters: Object.fromEntries(new_fighters) },
  };
}

function createImportHandler({ db, clock, bus }: ProgrammeDeskDeps): Handlers {
  return {
    'POST /operator/fighter/import': async ({ query, upload, audit }) => {
      const data: ImportReport = await importFighters(
        { db, clock },
        {
          csv: Buffer.from(upload.bytes).toString('utf8'),
          dryRun: query.dry_run === true,
          skipsWrongLines: query.skip_wrong === true,
        },
      );
      const { added, changed, unchanged, kept, wrong_lines: wrong } = data;
      const after = {
        added,
        changed,
        unchanged,
        kept,
        wrong_lines: wrong,
        new_gyms: data.new_gyms,
      };
      const details = kept ? detailsOf(data) : { before: {}, after: {} };
      audit?.note({
        subjectType: 'fighter_import',
        before: details.before,
        after: { ...after, ...details.after },
      });
      if (kept) bus.publish('staff:changed', { topic: 'programme' });
      return { data };
    },
  };
}

/** Creates the handlers of fighters and their import. */
export function createFighterHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db, bus } = deps;
  const answer = async (fighterId: string) => {
    const row = await new RosterStore(db).find(fighterId);
    if (row === undefined) throw new ApiError('fighter_not_found');
    bus.publish('staff:changed', { topic: 'programme', id: fighterId });
    return { data: presentFighter(row) };
  };
  return {
    ...createListHandlers(deps),
    ...createImportHandler(deps),
    'POST /operator/fighter': async ({ body, staff, audit }) => {
      const fighterId = await db.transaction().execute(async (trx) => {
        await requireRows(trx, refsOf(body));
        const row = await trx
          .insertInto('fighter')
          .values(columnsOf(body))
          .returning('fighter_id')
          .executeTakeFirstOrThrow();
        await new RosterStore(trx).touch(row.fighter_id, staff.name);
        await indexNewFighters(trx);
        return row.fighter_id;
      });
      audit?.note({ subjectType: 'fighter', subjectId: fighterId, after: body });
      return answer(fighterId);
    },
    'PUT /operator/fighter/{fighter_id}': async ({ params, body, staff, audit }) => {
      const { version, ...wanted } = body;
      await db.transaction().execute(async (trx) => {
        const row = await new RosterStore(trx).lock(params.fighter_id);
        if (row === undefined) throw new ApiError('fighter_not_found');
        const before = editedPart(presentFighter(row));
        const { updated_by } = row;
        refuseStale({ ...before, version: row.version, updated_by }, version, wanted);
        await requireRows(trx, refsOf(wanted));
        audit?.note({
          subjectType: 'fighter',
          subjectId: params.fighter_id,
          before,
          after: wanted,
        });
        await trx
          .updateTable('fighter')
          .set(columnsOf(wanted))
          .where('fighter_id', '=', params.fighter_id)
          .execute();
        await new RosterStore(trx).touch(params.fighter_id, staff.name);
        await indexNewFighters(trx);
      });
      return answer(params.fighter_id);
    },
    'DELETE /operator/fighter/{fighter_id}': async ({ params, query, audit }) => {
      await deleteUnused(() =>
        db.transaction().execute(async (trx) => {
          const row = await new RosterStore(trx).lock(params.fighter_id);
          if (row === undefined) throw new ApiError('fighter_not_found');
          refuseStale(row, query.version);
          const before = editedPart(presentFighter(row));
          audit?.note({ subjectType: 'fighter', subjectId: params.fighter_id, before });
          await trx
            .deleteFrom('fighter_import')
            .where('fighter_id', '=', params.fighter_id)
            .execute();
          await trx.deleteFrom('fighter').where('fighter_id', '=', params.fighter_id).execute();
        }),
      );
      bus.publish('staff:changed', { topic: 'programme', id: params.fighter_id });
      return { data: {} };
    },
  };
}

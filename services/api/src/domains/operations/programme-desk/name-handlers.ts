import type { NameKind, NameLine } from '@sangwian/contract/endpoints/operator/roster';
import { ApiError } from '@sangwian/node-kit/api-error';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { indexNewFighters } from '../../sport/fighters/fighters.module.ts';
import type { ProgrammeDeskDeps } from './desk-parts.ts';
import { deleteUnused, refuseStale } from './edit-rules.ts';
import { type NameInput, type NameRow, NameStore } from './name.store.ts';

const Position = z.tuple([z.string(), z.uuid()]);

const present = (row: NameRow): NameLine => ({
  id: row.id,
  name: { th: row.name_th, en: row.name_en },
  province:
    row.province_th === null || row.province_en === null
      ? null
      : { th: row.province_th, en: row.province_en },
  weight_pounds_max: row.weight_pounds_max,
  uses: row.uses,
  version: row.version,
  updated_by: row.updated_by,
});

const PARTS: Readonly<Record<NameKind, readonly (keyof NameInput)[]>> = {
  gym: ['province_th', 'province_en'],
  stadium: ['province_th', 'province_en'],
  division: ['weight_pounds_max'],
  promotion: [],
};

/** Returns the fields that belong to this kind of name. @throws {ApiError} `request_invalid` if one is missing */
function inputOf(kind: NameKind, body: NameInput): NameInput {
  const missing = PARTS[kind].filter((field) => body[field] === undefined);
  if (missing.length > 0) {
    throw new ApiError('request_invalid', {
      details: missing.map((field) => ({ path: `body.${field}`, message: 'is missing' })),
    });
  }
  const fields = ['name_th', 'name_en', ...PARTS[kind]] as const;
  return Object.fromEntries(fields.map((field) => [field, body[field]])) as unknown as NameInput;
}

function editedPart(row: NameRow): object {
  const { id, uses, version, updated_by, ...edited } = row;
  return edited;
}

/** Locks a name for an edit. @throws {ApiError} `not_found`, `edit_stale` */
async function lock(
  store: NameStore,
  { kind, id }: { readonly kind: NameKind; readonly id: string },
  version: number,
  wanted: object = {},
): Promise<NameRow> {
  const row = await store.lock(kind, id);
  if (row === undefined) throw new ApiError('not_found');
  refuseStale(row, version, wanted);
  return row;
}

/** Returns the name after a change, and notifies the consoles. */
async function answerName(
  { db, bus }: Pick<ProgrammeDeskDeps, 'db' | 'bus'>,
  kind: NameKind,
  id: string,
): Promise<{ data: NameLine }> {
  const row = await new NameStore(db).find(kind, id);
  if (row === undefined) throw new ApiError('not_found');
  bus.publish('staff:changed', { topic: 'programme', id });
  return { data: present(row) };
}

function createMergeHandler(deps: ProgrammeDeskDeps): Handlers {
  const { db, bus } = deps;
  return {
    'POST /operator/name/{kind}/{id}/merge': async ({ params, body, staff, audit }) => {
      const { kind, id } = params;
      if (body.into_id === id) {
        throw new ApiError('request_invalid', {
          details: [{ path: 'body.into_id', message: 'is the same name' }],
        });
      }
      const lives = await db.transaction().execute(async (trx) => {
        const store = new NameStore(trx);
        const found = await store.lockUsers(kind, id);
        await store.lockForMerge(kind, [id, body.into_id]);
        const row = await lock(store, params, body.version);
        const into = await store.find(kind, body.into_id);
        if (into === undefined) throw new ApiError('not_found');
        audit?.note({
          subjectType: kind,
          subjectId: id,
          before: { ...editedPart(row), uses: row.uses },
          after: { merged_into: body.into_id, ...editedPart(into) },
        });
        await store.moveUses(kind, id, body.into_id);
        await store.remove(kind, id);
        await store.touch(kind, body.into_id, staff.name);
        await indexNewFighters(trx);
        return found;
      });
      for (const programLiveId of lives) bus.publish('live:changed', { programLiveId });
      return answerName(deps, kind, body.into_id);
    },
  };
}

/** Creates the handlers of gyms, divisions, stadiums and promotions. */
export function createNameHandlers(deps: ProgrammeDeskDeps): Handlers {
  const { db, bus } = deps;
  const answer = (kind: NameKind, id: string) => answerName(deps, kind, id);
  return {
    'GET /operator/name/{kind}': async ({ params, query }) => {
      const cursor = openCursor(query.cursor, Position);
      const after = cursor === null ? null : { name: cursor[0], id: cursor[1] };
      const rows = await new NameStore(db).findPage(
        params.kind,
        { q: query.q, after },
        query.limit + 1,
      );
      const { shown, next_cursor } = pageOf(rows, query.limit, (last) => [last.name_en, last.id]);
      return { data: shown.map(present), next_cursor };
    },
    'POST /operator/name/{kind}': async ({ params: { kind }, body, staff, audit }) => {
      const input = inputOf(kind, body);
      const id = await db.transaction().execute(async (trx) => {
        const store = new NameStore(trx);
        await store.refuseTaken(kind, input.name_en, null);
        return store.add(kind, input, staff.name);
      });
      audit?.note({ subjectType: kind, subjectId: id, after: input });
      return answer(kind, id);
    },
    'PUT /operator/name/{kind}/{id}': async ({ params, body, staff, audit }) => {
      const { kind, id } = params;
      const input = inputOf(kind, body);
      await db.transaction().execute(async (trx) => {
        const store = new NameStore(trx);
        const row = await lock(store, params, body.version, input);
        await store.refuseTaken(kind, input.name_en, id);
        audit?.note({ subjectType: kind, subjectId: id, before: editedPart(row), after: input });
        await store.change(kind, id, input, staff.name);
        // Fighters are found by words of their gym's name, so their search text changes too.
        await indexNewFighters(trx);
      });
      return answer(kind, id);
    },
    'DELETE /operator/name/{kind}/{id}': async ({ params, query, audit }) => {
      await deleteUnused(() =>
        db.transaction().execute(async (trx) => {
          const store = new NameStore(trx);
          const row = await lock(store, params, query.version);
          audit?.note({ subjectType: params.kind, subjectId: params.id, before: editedPart(row) });
          await store.remove(params.kind, params.id);
        }),
      );
      bus.publish('staff:changed', { topic: 'programme', id: params.id });
      return { data: {} };
    },
    ...createMergeHandler(deps),
  };
}

import type { BatchCode, CodeBatch } from '@sangwian/contract/endpoints/operator/codes';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers, Staff } from '../../../platform/http/handler.ts';
import { type CodeBatches, isWaiting } from '../../money/redeem/redeem.module.ts';
import type { CatalogueChanged } from './catalogue-parts.ts';

type BatchRow = Awaited<ReturnType<CodeBatches['find']>>;
type CodeRow = Awaited<ReturnType<CodeBatches['findCodes']>>[number];

const Position = z.tuple([z.uuid()]);

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const presentBatch = (row: BatchRow, { staffId }: Staff): CodeBatch => ({
  batch_id: row.redeem_batch_id,
  name: row.name,
  kind: row.kind,
  coins: row.amount_coins,
  program_live_id: row.program_live_id,
  per_member: row.per_member,
  uses_max: row.uses_max,
  uses_per_day_max: row.uses_per_day_max,
  starts_at: isoOf(row.starts_at),
  expires_at: isoOf(row.expires_at),
  note: row.note,
  codes: row.codes,
  redeemed: row.redeemed,
  uses: row.uses,
  disabled: row.disabled,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  exported_by: row.exported_by,
  exported_at: isoOf(row.exported_at),
  worth_coins: row.worth_coins,
  waiting: isWaiting(row),
  own: row.created_by_staff_id === staffId,
  approved_by: row.approved_by,
  approved_at: isoOf(row.approved_at),
});

const presentCode = (row: CodeRow): BatchCode => ({
  ...row,
  last_used_at: isoOf(row.last_used_at),
  disabled_at: isoOf(row.disabled_at),
});

/** Returns an object without its undefined values. */
const definedOf = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

const positionOf = (cursor: string | undefined): string | null =>
  openCursor(cursor, Position)?.[0] ?? null;

/** Writes codes as a CSV file of one column. */
const csvOf = (codes: readonly string[]): string =>
  stringify([['code'], ...codes.map((code) => [code])], {
    record_delimiter: 'windows',
    escape_formulas: true,
  });

/** Creates the handlers of redeem codes. */
export function createCodeHandlers(codes: CodeBatches, changed: CatalogueChanged): Handlers {
  return {
    'GET /operator/code/batch': async ({ query: { search, limit, cursor }, staff }) => {
      const rows = await codes.findPage({ search, before: positionOf(cursor), limit: limit + 1 });
      const { shown, next_cursor } = pageOf(rows, limit, (last) => [last.redeem_batch_id]);
      return { data: shown.map((row) => presentBatch(row, staff)), next_cursor };
    },
    'POST /operator/code/batch': async ({ body, staff, audit }) => {
      const { name, ...order } = body;
      audit?.note({ subjectType: 'code_batch', reason: body.note });
      const row = await codes.create(definedOf({ ...order, batch: name }), staff);
      const data = presentBatch(row, staff);
      const { batch_id, kind, coins, codes: made, worth_coins, waiting, expires_at } = data;
      audit?.note({
        subjectId: batch_id,
        after: { name: data.name, kind, coins, codes: made, worth_coins, waiting, expires_at },
      });
      changed(batch_id);
      return { data };
    },
    'GET /operator/code/batch/{batch_id}': async ({ params, staff }) => ({
      data: presentBatch(await codes.find(params.batch_id), staff),
    }),
    'POST /operator/code/batch/{batch_id}/approve': async ({ params, staff, audit }) => {
      const { batch_id: batchId } = params;
      audit?.note({ subjectType: 'code_batch', subjectId: batchId });
      const row = await codes.approve(batchId, staff);
      const { name, worth_coins, created_by: by } = row;
      audit?.note({ before: { waiting: true }, after: { waiting: false, name, worth_coins, by } });
      changed(batchId);
      return { data: presentBatch(row, staff) };
    },
    'POST /operator/code/batch/{batch_id}/export': async ({ params, staff, audit }) => {
      const { batch_id: batchId } = params;
      audit?.note({ subjectType: 'code_batch', subjectId: batchId });
      const shown = await codes.export(batchId, staff.name);
      const { name } = await codes.find(batchId);
      audit?.note({ after: { name, exported_codes: shown.length } });
      changed(batchId);
      return { data: { file_name: `codes-${batchId}.csv`, csv: csvOf(shown) } };
    },
    'POST /operator/code/batch/{batch_id}/disable': async ({ params, body, staff, audit }) => {
      const { batch_id: batchId } = params;
      const { reason } = body;
      audit?.note({ subjectType: 'code_batch', subjectId: batchId, reason });
      const disabled = await codes.disable(batchId, staff.name, reason);
      audit?.note({ after: { disabled_codes: disabled } });
      changed(batchId);
      return { data: { disabled } };
    },
    'GET /operator/code/batch/{batch_id}/code': async ({ params, query }) => {
      const { state, code, limit, cursor } = query;
      const { name: batch } = await codes.find(params.batch_id);
      const rows = await codes.findCodes({
        ...{ batch, state, code, limit: limit + 1 },
        after: positionOf(cursor),
      });
      const { shown, next_cursor } = pageOf(rows, limit, (last) => [last.code_id]);
      return { data: shown.map(presentCode), next_cursor };
    },
    'POST /operator/code/{code_id}/disable': async ({ params, body, staff, audit }) => {
      const { code_id } = params;
      const { reason } = body;
      audit?.note({ subjectType: 'code', subjectId: code_id, reason });
      const code = await codes.disableCode(code_id, staff.name, reason);
      audit?.note({ after: { code, disabled: true } });
      changed();
      return { data: { code_id } };
    },
  };
}

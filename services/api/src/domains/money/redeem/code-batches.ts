import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { BatchStore, type CodeFilter } from './batches.store.ts';
import { normaliseCode } from './code-text.ts';
import { CodeOrder, type MakeCodesDeps, makeCodes } from './make-codes.ts';

type BatchRow = NonNullable<Awaited<ReturnType<BatchStore['findByName']>>>;

/** A batch that an operator orders. Its name is `batch`. */
export type BatchOrder = z.input<typeof CodeOrder> & { readonly batch: string };

/** Batches of codes for operators. Their codes leave the database in plain text once. */
export interface CodeBatches {
  /** Returns batches by part of their name or by one whole code, latest first, after the id `before`. */
  findPage(filter: {
    readonly search: string | undefined;
    readonly before: string | null;
    readonly limit: number;
  }): Promise<readonly BatchRow[]>;
  /** @throws {ApiError} `code_batch_not_found` */
  find(batchId: string): Promise<BatchRow>;
  /** Returns codes of a batch after the id `after`, generated ones without their middle. */
  findCodes(filter: CodeFilter): Promise<Awaited<ReturnType<BatchStore['findCodes']>>>;
  /** Makes a new batch. @throws {ApiError} `code_batch_exists`, `code_exists`, `live_not_found`, `request_invalid` */
  create(order: BatchOrder): Promise<BatchRow>;
  /** Returns the codes of a batch and marks it as exported. @throws {ApiError} `codes_exported`, `code_batch_not_found` */
  export(batchId: string, actor: string): Promise<readonly string[]>;
  /** Disables all codes of a batch that are not disabled. @throws {ApiError} `code_batch_not_found` */
  disable(batchId: string, actor: string, reason: string): Promise<number>;
  /** Disables one code. @returns its shown form @throws {ApiError} `redeem_not_found`, `code_disabled` */
  disableCode(codeId: string, actor: string, reason: string): Promise<string>;
}

const GENERATED = /^(.*-)[A-Z0-9]{4}-[A-Z0-9]{4}(-[A-Z0-9]{4})$/;

/** Hides the middle of a generated code. */
export const maskCode = (code: string): string => code.replace(GENERATED, '$1····-····$2');

export function createCodeBatches(deps: MakeCodesDeps): CodeBatches {
  const { db, clock, store } = deps;
  const batches = new BatchStore(db);
  const find = async (batchId: string): Promise<BatchRow> => {
    const [row] = await batches.find([batchId]);
    if (row === undefined) throw new ApiError('code_batch_not_found');
    return row;
  };
  return {
    find,
    findPage: async ({ search, before, limit }) =>
      batches.find(
        await batches.findIds({
          ...(search === undefined ? {} : { name: search, code: normaliseCode(search) }),
          before,
          limit,
        }),
      ),
    findCodes: async (filter) =>
      (await batches.findCodes(filter)).map((row) => ({ ...row, code: maskCode(row.code) })),
    create: async (order) => {
      await makeCodes(deps, parseValue(CodeOrder, order), true);
      const row = await batches.findByName(order.batch.trim());
      if (row === undefined) throw new Error('a new batch of codes was not found');
      return row;
    },
    export: async (batchId, actor) => {
      const { name } = await find(batchId);
      return db.transaction().execute(async (trx) => {
        const own = new BatchStore(trx);
        if (!(await own.markExported(batchId, actor, clock()))) {
          throw new ApiError('codes_exported');
        }
        return own.findShownCodes(name);
      });
    },
    disable: async (batchId, actor, reason) => {
      const { name } = await find(batchId);
      return store.disable({ batch: name }, { disabledAt: clock(), actor, reason });
    },
    disableCode: async (codeId, actor, reason) => {
      const row = await batches.findCode(codeId);
      if (row === undefined) throw new ApiError('redeem_not_found');
      const disabled = await store.disable(
        { code: row.code },
        { disabledAt: clock(), actor, reason },
      );
      if (disabled === 0) throw new ApiError('code_disabled');
      return maskCode(row.shown_code);
    },
  };
}

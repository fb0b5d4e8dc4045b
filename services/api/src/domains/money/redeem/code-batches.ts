import { ApiError } from '@sangwian/node-kit/api-error';
import type { z } from 'zod';
import { parseValue } from '../../../platform/http/parse-value.ts';
import { BatchStore, type CodeFilter, type Person } from './batches.store.ts';
import { normaliseCode } from './code-text.ts';
import { CodeOrder, type MakeCodesDeps, makeCodes } from './make-codes.ts';

type BatchRow = NonNullable<Awaited<ReturnType<BatchStore['findByName']>>>;

/** An operator's order for a batch. `batch` is the name of the batch. */
export type BatchOrder = Omit<z.input<typeof CodeOrder>, 'by'> & { readonly batch: string };

/** Returns whether the codes of a batch are refused until a second person approves. */
export const isWaiting = ({ alone, approved_at }: Pick<BatchRow, 'alone' | 'approved_at'>) =>
  !alone && approved_at === null;

/** The operators' view of batches of codes. The codes of a batch can be exported once in plain text. */
export interface CodeBatches {
  /**
   * Returns a page of batches before the id `before`, latest first. `search` is part of a name or a complete
   * code.
   */
  findPage(filter: {
    readonly search: string | undefined;
    readonly before: string | null;
    readonly limit: number;
  }): Promise<readonly BatchRow[]>;
  /** @throws {ApiError} `code_batch_not_found` */
  find(batchId: string): Promise<BatchRow>;
  /** Returns codes of a batch after the id `after`. The middle of generated codes is masked. */
  findCodes(filter: CodeFilter): Promise<Awaited<ReturnType<BatchStore['findCodes']>>>;
  /**
   * Makes a new batch. If the batch exceeds the coins that the author may give alone, its codes are refused
   * until another person approves the batch.
   *
   * @throws {ApiError} `code_batch_exists`, `code_exists`, `live_not_found`, `request_invalid`
   */
  create(order: BatchOrder, author: Person): Promise<BatchRow>;
  /**
   * Approves a batch of another person. An approval cannot be withdrawn.
   *
   * @throws {ApiError} `code_batch_not_found`, `second_person_needed`
   */
  approve(batchId: string, person: Person): Promise<BatchRow>;
  /**
   * Returns the codes of a batch and marks it as exported.
   *
   * @throws {ApiError} `codes_exported`, `codes_unapproved`, `code_batch_not_found`
   */
  export(batchId: string, actor: string): Promise<readonly string[]>;
  /** Disables all active codes of a batch. @throws {ApiError} `code_batch_not_found` */
  disable(batchId: string, actor: string, reason: string): Promise<number>;
  /**
   * Disables one code.
   *
   * @returns the code in its display form
   * @throws {ApiError} `redeem_not_found`, `code_disabled`
   */
  disableCode(codeId: string, actor: string, reason: string): Promise<string>;
}

const GENERATED = /^(.*-)[A-Z0-9]{4}-[A-Z0-9]{4}(-[A-Z0-9]{4})$/;

/** Masks the middle of a generated code. */
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
    findCodes: async ({ code, ...filter }) =>
      (
        await batches.findCodes({
          ...filter,
          code: code === undefined ? undefined : normaliseCode(code),
        })
      ).map((row) => ({ ...row, code: maskCode(row.code) })),
    create: async (order, author) => {
      await makeCodes(deps, parseValue(CodeOrder, { ...order, by: author.name }), author);
      const row = await batches.findByName(order.batch.trim());
      if (row === undefined) throw new Error('a new batch of codes was not found');
      return row;
    },
    approve: async (batchId, person) => {
      const { created_by_staff_id: authorId } = await find(batchId);
      if (authorId === person.staffId) throw new ApiError('second_person_needed');
      await batches.approve(batchId, person, clock());
      return find(batchId);
    },
    export: async (batchId, actor) => {
      const batch = await find(batchId);
      if (isWaiting(batch)) throw new ApiError('codes_unapproved');
      return db.transaction().execute(async (trx) => {
        const own = new BatchStore(trx);
        if (!(await own.markExported(batchId, actor, clock()))) {
          throw new ApiError('codes_exported');
        }
        return own.findShownCodes(batch.name);
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

import { z } from 'zod';
import { endpoints, pageQuery, requestTime } from '../../endpoint.ts';
import { ProgramLiveId } from '../../ids.ts';
import { LIMITS } from '../../limits.ts';

const count = z.number().int().nonnegative();
const coins = z.number().int();
const time = z.iso.datetime();
const reason = z.string().trim().min(1).max(LIMITS.operatorReasonCharsMax);

/** Codes that were created together, and how they were used. */
export const CodeBatch = z.object({
  batch_id: z.uuid(),
  name: z.string(),
  kind: z.enum(['coin', 'live']),
  /** `null` for live codes. */
  coins: coins.nullable(),
  /** The live that live codes unlock; `null`: any premium live. */
  program_live_id: z.uuid().nullable(),
  per_member: z.enum(['once', 'daily']),
  uses_max: z.number().int().nullable(),
  uses_per_day_max: z.number().int().nullable(),
  starts_at: time.nullable(),
  expires_at: time.nullable(),
  note: z.string(),
  codes: count,
  /** Codes that were used at least once, and all uses. */
  redeemed: count,
  uses: count,
  disabled: count,
  created_by: z.string(),
  created_at: time,
  exported_by: z.string().nullable(),
  exported_at: time.nullable(),
  /** The most coins that the codes can give; `null`: no bound. */
  worth_coins: count.nullable(),
  /** Whether the codes are refused until another person approves. */
  waiting: z.boolean(),
  /** Whether the caller created it and therefore cannot approve it. */
  own: z.boolean(),
  approved_by: z.string().nullable(),
  approved_at: time.nullable(),
});
export type CodeBatch = z.infer<typeof CodeBatch>;

export const BatchCode = z.object({
  code_id: z.uuid(),
  /** Generated codes without their middle, so that they cannot be read off the screen. */
  code: z.string(),
  uses: count,
  last_used_at: time.nullable(),
  disabled_at: time.nullable(),
  disabled_by: z.string().nullable(),
  disabled_reason: z.string().nullable(),
});
export type BatchCode = z.infer<typeof BatchCode>;

const manage = {
  tag: 'Operator: catalogue',
  caller: 'operator',
  identity: 'staff',
  permission: 'manage_codes',
} as const;
const batchId = z.object({ batch_id: z.uuid().toLowerCase() });
const uses = z.number().int().min(1).max(LIMITS.codeUsesMax);

export const operatorCodeEndpoints = endpoints({
  'GET /operator/code/batch': {
    summary: 'Batches of redeem codes, the latest first',
    ...manage,
    query: z.object({
      /** Part of the name, or a whole code in any spelling. */
      search: z.string().trim().min(1).max(LIMITS.codeCharsMax).optional(),
      ...pageQuery,
    }),
    data: CodeBatch,
    list: true,
    errors: [],
  },
  'POST /operator/code/batch': {
    summary: 'Create one named code, or many that cannot be guessed',
    ...manage,
    sensitive: true,
    status: 201,
    body: z.strictObject({
      name: z.string().trim().min(1).max(LIMITS.codeCharsMax),
      kind: z.enum(['coin', 'live']),
      coins: coins.min(1).max(LIMITS.codeCoinsMax).optional(),
      program_live_id: ProgramLiveId.optional(),
      /** One code with this text; otherwise `prefix` and `count`. */
      code: z.string().trim().min(1).max(LIMITS.codeCharsMax).optional(),
      prefix: z
        .string()
        .regex(/^[A-Z0-9]{1,16}$/)
        .optional(),
      count: z.number().int().min(1).max(LIMITS.codesPerBatchMax).optional(),
      per_member: z.enum(['once', 'daily']),
      /** Uses of each code by all members. */
      uses_max: uses.optional(),
      uses_per_day_max: uses.optional(),
      starts_at: requestTime.optional(),
      expires_at: requestTime.optional(),
      note: z.string().trim().max(LIMITS.operatorReasonCharsMax),
    }),
    data: CodeBatch,
    errors: ['code_batch_exists', 'code_exists', 'live_not_found'],
  },
  'POST /operator/code/batch/{batch_id}/approve': {
    summary: 'Approve a batch of another person that is worth more than one person may give alone',
    ...manage,
    sensitive: true,
    params: batchId,
    data: CodeBatch,
    errors: ['code_batch_not_found', 'second_person_needed'],
  },
  'POST /operator/code/batch/{batch_id}/export': {
    summary: 'The codes of a batch as CSV, once',
    ...manage,
    sensitive: true,
    params: batchId,
    body: z.strictObject({}),
    data: z.object({ file_name: z.string(), csv: z.string() }),
    errors: ['code_batch_not_found', 'codes_exported', 'codes_unapproved'],
  },
  'POST /operator/code/batch/{batch_id}/disable': {
    summary: 'Disable all codes of a batch for good',
    ...manage,
    params: batchId,
    body: z.strictObject({ reason }),
    data: z.object({ disabled: count }),
    errors: ['code_batch_not_found'],
  },
  'GET /operator/code/batch/{batch_id}': {
    summary: 'One batch of redeem codes',
    ...manage,
    params: batchId,
    data: CodeBatch,
    errors: ['code_batch_not_found'],
  },
  'GET /operator/code/batch/{batch_id}/code': {
    summary: 'The codes of a batch',
    ...manage,
    params: batchId,
    query: z.object({
      state: z.enum(['open', 'redeemed', 'disabled']).optional(),
      /** A whole code, in any spelling. */
      code: z.string().trim().min(1).max(LIMITS.codeCharsMax).optional(),
      ...pageQuery,
    }),
    data: BatchCode,
    list: true,
    errors: ['code_batch_not_found'],
  },
  'POST /operator/code/{code_id}/disable': {
    summary: 'Disable one code for good',
    ...manage,
    params: z.object({ code_id: z.uuid().toLowerCase() }),
    body: z.strictObject({ reason }),
    data: z.object({ code_id: z.uuid() }),
    errors: ['redeem_not_found', 'code_disabled'],
  },
});

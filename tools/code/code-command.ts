import type { CodeBatch } from '@sangwian/contract/endpoints/operator/codes';
import type { CallStaff, Command } from '../operator/call-staff.ts';
import { readArguments, readReason, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run code -- create coin --coins 100 (--code SAWASDEE | --prefix KICK --count 500) [limits]
  npm run code -- create live [--live <program_live_id>] (--code RINGSIDE | --prefix KICK --count 500) [limits]
     limits: --one-time | --limit 1000   total uses
             --per-day 100               uses per day by all members
             --daily                     once per member and day; default: once per member
             --starts, --expires         2026-12-01T00:00+07:00
             --batch "…"                 name of the new batch; default: the code or the prefix
             --note "…"                  what the codes are for
  npm run code -- list    [--code … | --batch …]
  npm run code -- export  --batch …      the codes of a batch, once
  npm run code -- approve --batch …      a batch of another person, with a token of your own (OPERATOR_TOKEN)
  npm run code -- disable (--code … | --batch …) --reason "…"
--csv prints codes as CSV. Codes above the coins that you may give alone wait until another person approves the batch.`;

export interface CodeCommand {
  readonly run: Command;
  /** Whether the codes are printed as CSV. */
  readonly csv: boolean;
}

const OPTIONS = {
  code: { type: 'string' },
  prefix: { type: 'string' },
  count: { type: 'string' },
  batch: { type: 'string' },
  coins: { type: 'string' },
  live: { type: 'string' },
  'one-time': { type: 'boolean' },
  limit: { type: 'string' },
  'per-day': { type: 'string' },
  daily: { type: 'boolean' },
  starts: { type: 'string' },
  expires: { type: 'string' },
  note: { type: 'string' },
  reason: { type: 'string' },
  csv: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} ${text} is not a whole number.`);
  return Number(text);
}

function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // Without an offset, `Date.parse` would use the time zone of this machine.
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new UsageError(`--${name} ${text} is not a time such as 2026-12-01T00:00+07:00.`);
  }
  return new Date(text).toISOString();
}

function readKind(kind: string | undefined): 'coin' | 'live' {
  if (kind === 'coin' || kind === 'live') return kind;
  throw new UsageError('The kind must be coin or live.');
}

function readOrder(text: string | undefined, values: Values) {
  const kind = readKind(text);
  if ((values.code === undefined) === (values.prefix === undefined)) {
    throw new UsageError('Either a --code, or a --prefix and a --count.');
  }
  if ((values.prefix === undefined) !== (values.count === undefined)) {
    throw new UsageError('--prefix and --count go together.');
  }
  if (values['one-time'] && values.limit !== undefined) {
    throw new UsageError('Either --one-time or --limit.');
  }
  if ((kind === 'coin') !== (values.coins !== undefined)) {
    throw new UsageError('A coin code has --coins, a live code has none.');
  }
  if (kind === 'coin' && values.live !== undefined) {
    throw new UsageError('A coin code cannot have --live.');
  }
  const order = {
    code: values.code,
    prefix: values.prefix?.toUpperCase(),
    count: readNumber('count', values.count),
    coins: readNumber('coins', values.coins),
    program_live_id: values.live,
    starts_at: readTime('starts', values.starts),
    expires_at: readTime('expires', values.expires),
    uses_max: values['one-time'] ? 1 : readNumber('limit', values.limit),
    uses_per_day_max: readNumber('per-day', values['per-day']),
  };
  const given = Object.fromEntries(
    Object.entries(order).filter(([, value]) => value !== undefined),
  ) as { [Name in keyof typeof order]: Exclude<(typeof order)[Name], undefined> };
  return {
    ...given,
    kind,
    name: values.batch ?? values.code ?? values.prefix?.toUpperCase() ?? '',
    per_member: values.daily ? ('daily' as const) : ('once' as const),
    note: values.note ?? '',
  };
}

/** Codes on one page of a list. */
const PAGE_CODES = 100;

/** Finds the batch with exactly this name. @throws {Error} if there is none */
async function findBatch(call: CallStaff, name: string): Promise<CodeBatch> {
  let cursor: string | null = null;
  do {
    const query = { search: name, ...(cursor === null ? {} : { cursor }) };
    const page: { data: CodeBatch[]; next_cursor: string | null } = await call(
      'GET /operator/code/batch',
      { query },
    );
    const found = page.data.find((batch) => batch.name === name);
    if (found !== undefined) return found;
    cursor = page.next_cursor;
  } while (cursor !== null);
  throw new Error(`No batch has the name "${name}".`);
}

/** Finds one code in any spelling, with its batch. @throws {Error} if there is none */
async function findCode(call: CallStaff, code: string) {
  const batches = await call('GET /operator/code/batch', { query: { search: code } });
  for (const { batch_id } of batches.data) {
    const request = { params: { batch_id }, query: { code } };
    const { data } = await call('GET /operator/code/batch/{batch_id}/code', request);
    if (data[0] !== undefined) return data[0];
  }
  throw new Error(`There is no code "${code}".`);
}

const readCodes = async (call: CallStaff, batch: CodeBatch): Promise<string[]> => {
  const request = { params: { batch_id: batch.batch_id }, body: {} };
  const { csv } = (await call('POST /operator/code/batch/{batch_id}/export', request)).data;
  return csv.trim().split('\r\n').slice(1);
};

const create =
  (order: ReturnType<typeof readOrder>): Command =>
  async (call) => {
    const { data: batch } = await call('POST /operator/code/batch', { body: order });
    if (batch.waiting)
      return { batch, codes: [], next: 'Another person has to approve the batch.' };
    return { batch, codes: order.code === undefined ? await readCodes(call, batch) : [order.code] };
  };

const list =
  ({ code, batch: name }: Values): Command =>
  async (call) => {
    if (code !== undefined) return { codes: [await findCode(call, code)] };
    if (name === undefined) {
      return { batches: (await call('GET /operator/code/batch', { query: {} })).data };
    }
    const batch = await findBatch(call, name);
    const codes: object[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: PAGE_CODES, ...(cursor === null ? {} : { cursor }) };
      const page: { data: object[]; next_cursor: string | null } = await call(
        'GET /operator/code/batch/{batch_id}/code',
        { params: { batch_id: batch.batch_id }, query },
      );
      codes.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return { batch, codes };
  };

const exportBatch =
  (name: string): Command =>
  async (call) => ({ codes: await readCodes(call, await findBatch(call, name)) });

const approve =
  (name: string): Command =>
  async (call) => {
    const params = { batch_id: (await findBatch(call, name)).batch_id };
    return (await call('POST /operator/code/batch/{batch_id}/approve', { params })).data;
  };

const disable =
  ({ code, batch: name = '' }: Values, reason: string): Command =>
  async (call) => {
    if (code === undefined) {
      const params = { batch_id: (await findBatch(call, name)).batch_id };
      const request = { params, body: { reason } };
      return (await call('POST /operator/code/batch/{batch_id}/disable', request)).data;
    }
    const params = { code_id: (await findCode(call, code)).code_id };
    await call('POST /operator/code/{code_id}/disable', { params, body: { reason } });
    return { disabled: 1 };
  };

function readVerb(verb: string, kind: string | undefined, values: Values): Command {
  const { code, batch } = values;
  if (verb === 'create') return create(readOrder(kind, values));
  if (code !== undefined && batch !== undefined) throw new UsageError('Either --code or --batch.');
  if (verb === 'list') return list(values);
  if (verb === 'disable') {
    if (code === undefined && batch === undefined) {
      throw new UsageError('--code or --batch is required.');
    }
    return disable(values, readReason(values));
  }
  if (verb === 'export' || verb === 'approve') {
    if (batch === undefined) throw new UsageError('--batch is required.');
    return verb === 'export' ? exportBatch(batch) : approve(batch);
  }
  throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[]): CodeCommand {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', kind, ...more] = positionals;
  if (more.length > 0 || (verb !== 'create' && kind !== undefined)) {
    throw new UsageError(`"${more[0] ?? kind}" is unexpected.`);
  }
  return { run: readVerb(verb, kind, values), csv: values.csv ?? false };
}

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  // Prevents spreadsheets from running text as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats codes, which are texts or rows, as CSV with a header. */
export function toCsv(codes: readonly unknown[]): string {
  const rows = codes.map((row) =>
    typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : { code: row },
  );
  const names = Object.keys(rows[0] ?? { code: '' });
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n');
}

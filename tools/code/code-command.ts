import type { OperatorCall } from '../operator/ask-api.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run code -- create coin --coins 100 (--code SAWASDEE | --prefix KICK --count 500) [limits]
  npm run code -- create live [--live <program_live_id>] (--code RINGSIDE | --prefix KICK --count 500) [limits]
     limits: --one-time | --limit 1000   total uses
             --per-day 100               uses per day by all members
             --daily                     once per member and day; default: once per member
             --starts, --expires         2026-12-01T00:00+07:00
             --batch "…" --note "…"      for lists
  npm run code -- list    [--code … | --batch …]
  npm run code -- disable (--code … | --batch …) --reason "…"
--csv prints CSV for a spreadsheet. --by NAME names the operator; default: the account of this machine.`;

export interface CodeCommand {
  readonly call: OperatorCall;
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
  by: { type: 'string' },
  csv: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} ${text} is no whole number.`);
  return Number(text);
}

function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // Without an offset the time zone of this machine would apply.
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new UsageError(`--${name} ${text} is not a time such as 2026-12-01T00:00+07:00.`);
  }
  return new Date(text).toISOString();
}

function readOrder(kind: string | undefined, values: Values, by: string) {
  if (kind !== 'coin' && kind !== 'live') throw new UsageError('The kind must be coin or live.');
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
    batch: values.batch,
    kind,
    coins: readNumber('coins', values.coins),
    program_live_id: values.live,
    starts_at: readTime('starts', values.starts),
    expires_at: readTime('expires', values.expires),
    uses_max: values['one-time'] ? 1 : readNumber('limit', values.limit),
    uses_per_day_max: readNumber('per-day', values['per-day']),
    per_member: values.daily ? 'daily' : 'once',
    note: values.note ?? '',
    by,
  };
  return Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined));
}

/** Returns the query of the codes: by code or by batch. */
function readSelection({ code, batch }: Values): Record<string, string> {
  if (code !== undefined && batch !== undefined) throw new UsageError('Either --code or --batch.');
  return {
    ...(code === undefined ? {} : { code }),
    ...(batch === undefined ? {} : { batch }),
  };
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): CodeCommand {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', kind, ...more] = positionals;
  const csv = values.csv ?? false;
  const by = values.by ?? operator;
  if (more.length > 0 || (verb !== 'create' && kind !== undefined)) {
    throw new UsageError(`"${more[0] ?? kind}" is unexpected.`);
  }
  if (verb === 'create') {
    return { call: { path: '/codes', body: readOrder(kind, values, by) }, csv };
  }
  const selection = readSelection(values);
  if (verb === 'list') return { call: { path: '/codes', query: selection }, csv };
  if (verb === 'disable') {
    if (Object.keys(selection).length === 0) throw new UsageError('--code or --batch is required.');
    const reason = values.reason?.trim();
    if (!reason) throw new UsageError('--reason is required.');
    return { call: { path: '/codes/disable', body: { ...selection, reason, by } }, csv: false };
  }
  throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
}

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  // Prevents spreadsheets from running text as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats codes, selection are strings or rows, as CSV with a header. */
export function toCsv(codes: readonly unknown[]): string {
  const rows = codes.map((row) =>
    typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : { code: row },
  );
  const names = Object.keys(rows[0] ?? { code: '' });
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n');
}

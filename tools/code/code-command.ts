import { parseArgs } from 'node:util';
import type { OperatorCall } from '../operator/ask-api.ts';

export const USAGE = `Usage:
  npm run code -- create coin --coins 100 (--code SAWASDEE | --prefix KICK --count 500) [limits]
  npm run code -- create live [--live <program_live_id>] (--code RINGSIDE | --prefix KICK --count 500) [limits]
     limits: --one-time | --limit 1000   uses altogether
             --per-day 100               uses a day, of all members together
             --daily                     a member once a day; else a member once
             --starts, --expires         2026-12-01T00:00+07:00
             --batch "…" --note "…"      for lists
  npm run code -- list    [--code … | --batch …]
  npm run code -- disable (--code … | --batch …) --reason "…"
--csv prints a table for a spreadsheet. --by NAME says who asks, else it is the account of this machine.`;

/** What an operator gets wrong, told with how it is right. */
export class UsageError extends Error {
  override name = 'UsageError';
  constructor(reason: string) {
    super(`${reason}\n\n${USAGE}`);
  }
}

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

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
type Values = ReturnType<typeof readArguments>['values'];

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} ${text} is no whole number.`);
  return Number(text);
}

function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // Without an offset it would be this machine's own time, which nobody knows by heart.
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw new UsageError(`--${name} ${text} is no time with an offset, as 2026-12-01T00:00+07:00.`);
  }
  return new Date(text).toISOString();
}

function readOrder(kind: string | undefined, values: Values, by: string) {
  if (kind !== 'coin' && kind !== 'live') throw new UsageError('A coin code, or a live code?');
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
    throw new UsageError('A coin code opens no live.');
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

/** Which codes: by one of both. */
function readWhich({ code, batch }: Values): Record<string, string> {
  if (code !== undefined && batch !== undefined) throw new UsageError('Either --code or --batch.');
  return {
    ...(code === undefined ? {} : { code }),
    ...(batch === undefined ? {} : { batch }),
  };
}

/**
 * What the command line asks for.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): CodeCommand {
  const { values, positionals } = readArguments(args);
  const [verb = '', kind, ...more] = positionals;
  const csv = values.csv ?? false;
  const by = values.by ?? operator;
  if (more.length > 0 || (verb !== 'create' && kind !== undefined)) {
    throw new UsageError(`"${more[0] ?? kind}" is too much.`);
  }
  if (verb === 'create') {
    return { call: { path: '/codes', body: readOrder(kind, values, by) }, csv };
  }
  const which = readWhich(values);
  if (verb === 'list') return { call: { path: '/codes', query: which }, csv };
  if (verb === 'disable') {
    if (Object.keys(which).length === 0) throw new UsageError('Which codes?');
    const reason = values.reason?.trim();
    if (!reason) throw new UsageError('A --reason is needed.');
    return { call: { path: '/codes/disable', body: { ...which, reason, by } }, csv: false };
  }
  throw new UsageError(verb === '' ? 'What is to be done?' : `"${verb}" is none of these.`);
}

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  // What a spreadsheet would run as a formula stays text.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Codes as a table with a head, whether they come as texts or as rows. */
export function toCsv(codes: readonly unknown[]): string {
  const rows = codes.map((one) =>
    typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : { code: one },
  );
  const names = Object.keys(rows[0] ?? { code: '' });
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n');
}

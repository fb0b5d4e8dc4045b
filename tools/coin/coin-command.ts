import type { OperatorCall } from '../operator/ask-api.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run coin -- prices
  npm run coin -- price    <package id | custom> <baht> --reason "…"     custom: of one base coin
  npm run coin -- offer    <package id> --reason "…"
  npm run coin -- withdraw <package id> --reason "…"
  npm run coin -- rates    USD=0.0281 EUR=0.0262 … --source "…" [--as-of 2026-11-21]   of one baht, all at once
--by NAME names the operator; default: the account of this machine.`;

const OPTIONS = {
  reason: { type: 'string' },
  by: { type: 'string' },
  source: { type: 'string' },
  'as-of': { type: 'string' },
} as const;

/** Parses baht with at most two decimals to satang, without floating point. */
function readSatang(text: string): number {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new UsageError(`"${text}" is not a price in baht such as 289.50.`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function readPackageId(text: string | undefined): number {
  if (!/^\d{1,6}$/.test(text ?? '')) throw new UsageError('Give a package number.');
  return Number(text);
}

interface Input {
  readonly rest: readonly string[];
  readonly reason: string | undefined;
  readonly by: string;
}

function readPriceChange(verb: string, { rest, reason, by }: Input): OperatorCall {
  const [target, price, ...more] = rest;
  const isPrice = verb === 'price';
  if (more.length > 0 || (!isPrice && price !== undefined)) throw new UsageError('One at a time.');
  if (!reason) throw new UsageError('--reason is required.');
  const packageId = isPrice && target === 'custom' ? null : readPackageId(target);
  const set = isPrice ? { satang: readSatang(price ?? '') } : { active: verb === 'offer' };
  return { path: '/coins/prices', body: { package_id: packageId, ...set, reason, by } };
}

function readRates(
  { rest, by }: Input,
  { source, asOf }: { readonly source: string | undefined; readonly asOf: string },
): OperatorCall {
  const rates: Record<string, string> = {};
  for (const text of rest) {
    const match = /^([A-Za-z]{3})=(\d+(?:\.\d+)?)$/.exec(text);
    if (match === null) throw new UsageError(`"${text}" is not a rate such as USD=0.0281.`);
    rates[String(match[1]).toUpperCase()] = String(match[2]);
  }
  if (rest.length === 0) throw new UsageError('A rate is missing.');
  if (!source) throw new UsageError('--source is required; it is shown beside the rates.');
  if (!/^\d{4}-\d\d-\d\d$/.test(asOf)) throw new UsageError(`--as-of ${asOf} is not a day.`);
  const body = { base_code: 'THB', rates, as_of: `${asOf}T00:00:00Z`, source, by };
  return { path: '/rates', body };
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string, now: Date): OperatorCall {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', ...rest] = positionals;
  const input = { rest, reason: values.reason?.trim(), by: values.by ?? operator };
  switch (verb) {
    case 'prices':
      return { path: '/coins/prices' };
    case 'price':
    case 'offer':
    case 'withdraw':
      return readPriceChange(verb, input);
    case 'rates':
      return readRates(input, {
        source: values.source?.trim(),
        asOf: values['as-of'] ?? now.toISOString().slice(0, 10),
      });
    default:
      throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
  }
}

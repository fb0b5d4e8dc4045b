import type { Command } from '../operator/call-staff.ts';
import { readArguments, readReason, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run coin -- prices
  npm run coin -- price    <package id | custom> <baht> --reason "…"     custom: of one base coin
  npm run coin -- offer    <package id> --reason "…"
  npm run coin -- withdraw <package id> --reason "…"
  npm run coin -- rates    USD=0.0281 EUR=0.0262 … --source "…" [--as-of 2026-11-21]   of one baht, all at once`;

const OPTIONS = {
  reason: { type: 'string' },
  source: { type: 'string' },
  'as-of': { type: 'string' },
} as const;

/** Parses an amount in baht, with at most two decimals, into satang. Avoids floating-point arithmetic. */
function readSatang(text: string): number {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new UsageError(`"${text}" is not a price in baht such as 289.50.`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function readPackageId(text: string | undefined): number {
  if (!/^\d{1,6}$/.test(text ?? '')) throw new UsageError('Give a package number.');
  return Number(text);
}

const showPrices: Command = async (call) => (await call('GET /operator/coin/package', {})).data;

/** Returns a command that changes the price of one coin in a custom amount. */
const changeCustomPrice =
  (satang: number, reason: string): Command =>
  async (call) => {
    const { version } = (await call('GET /operator/coin/package', {})).data.custom;
    const body = { satang_per_coin: satang, version, reason };
    await call('PUT /operator/coin/custom-price', { body });
    return showPrices(call);
  };

/** Returns a command that changes the given fields of a package. */
const changePackage =
  (
    id: number,
    change: { readonly satang?: number; readonly offered?: boolean },
    reason: string,
  ): Command =>
  async (call) => {
    const { packages } = (await call('GET /operator/coin/package', {})).data;
    const found = packages.find(({ package_id }) => package_id === id);
    if (found === undefined) throw new Error(`There is no package ${id}.`);
    const { satang, offered, version } = found;
    await call('PUT /operator/coin/package/{package_id}', {
      params: { package_id: id },
      body: { satang, offered, ...change, version, reason },
    });
    return showPrices(call);
  };

function readPriceChange(
  verb: string,
  [target, price, ...more]: readonly string[],
  reason: string,
) {
  const isPrice = verb === 'price';
  if (more.length > 0 || (!isPrice && price !== undefined)) throw new UsageError('One at a time.');
  if (isPrice && target === 'custom') return changeCustomPrice(readSatang(price ?? ''), reason);
  const change = isPrice ? { satang: readSatang(price ?? '') } : { offered: verb === 'offer' };
  return changePackage(readPackageId(target), change, reason);
}

function readRates(
  texts: readonly string[],
  {
    source,
    asOf,
    reason,
  }: {
    readonly source: string | undefined;
    readonly asOf: string;
    readonly reason: string | undefined;
  },
): Command {
  const rates = texts.map((text) => {
    const match = /^([A-Za-z]{3})=(\d+(?:\.\d+)?)$/.exec(text);
    if (match === null) throw new UsageError(`"${text}" is not a rate such as USD=0.0281.`);
    return { code: String(match[1]).toUpperCase(), rate: String(match[2]) };
  });
  if (rates.length === 0) throw new UsageError('A rate is missing.');
  if (!source) throw new UsageError('--source is required; it is shown beside the rates.');
  if (!/^\d{4}-\d\d-\d\d$/.test(asOf)) throw new UsageError(`--as-of ${asOf} is not a day.`);
  return async (call) => {
    const { version } = (await call('GET /operator/rates', {})).data;
    const body = { rates, as_of: asOf, source, version, reason: reason || source };
    return (await call('PUT /operator/rates', { body })).data;
  };
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], now: Date): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', ...rest] = positionals;
  switch (verb) {
    case 'prices':
      return showPrices;
    case 'price':
    case 'offer':
    case 'withdraw':
      return readPriceChange(verb, rest, readReason(values));
    case 'rates':
      return readRates(rest, {
        source: values.source?.trim(),
        asOf: values['as-of'] ?? now.toISOString().slice(0, 10),
        reason: values.reason?.trim(),
      });
    default:
      throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
  }
}

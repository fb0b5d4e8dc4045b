import { z } from 'zod';
import type { RateSheet } from './rates.store.ts';

const ANSWER_MS_MAX = 10_000;
const ANSWER_CHARS_MAX = 200_000;
const CODES_MAX = 300;
const DAY_MS = 24 * 60 * 60_000;

/** A currency, as ISO 4217 has it. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);

/** A decimal above zero, without an exponent. */
export const RateDecimal = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/)
  .refine((text) => /[1-9]/.test(text), { error: 'has to be above zero' });

/** `GET {url}/latest?base=THB` as Frankfurter and other servers of the central banks' rates answer it. */
const Latest = z.object({
  base: CurrencyCode,
  date: z.iso.date(),
  rates: z
    .record(CurrencyCode, RateDecimal)
    .refine((rates) => Object.keys(rates).length <= CODES_MAX, { error: 'too many currencies' }),
});

/** Numbers as they were written: a rate has no business in a float. */
function parseJsonWithDecimals(text: string): unknown {
  const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, keepText as (key: string, value: unknown) => unknown);
}

export interface RatesAddress {
  /** Without a slash at its end. */
  readonly url: string;
  /** Who the rates are of, as it is shown. */
  readonly source: string;
}

/**
 * The newest rates of a base from an open service of rates.
 *
 * @throws {Error} where it cannot be reached, or says what is no rates of that base
 */
export async function fetchRates(
  { url, source }: RatesAddress,
  baseCode: string,
  now: Date,
): Promise<RateSheet> {
  const response = await fetch(`${url}/latest?${new URLSearchParams({ base: baseCode })}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  if (!response.ok) throw new Error(`the service of rates answered ${response.status}`);
  const text = await response.text();
  if (text.length > ANSWER_CHARS_MAX) throw new Error('the service of rates says too much');
  const { base, date, rates } = Latest.parse(parseJsonWithDecimals(text));
  if (base !== baseCode) throw new Error(`asked for ${baseCode}, got the rates of ${base}`);
  const asOf = new Date(`${date}T00:00:00Z`);
  // A day that has not come would keep every later sheet out.
  if (asOf.getTime() > now.getTime() + DAY_MS)
    throw new Error(`rates of ${date} are of no day yet`);
  const lines = Object.entries(rates)
    .filter(([code]) => code !== baseCode)
    .map(([code, rate]) => ({ code, rate }));
  if (lines.length === 0) throw new Error('the service of rates has none of this base');
  return { baseCode, rates: lines, asOf, source };
}

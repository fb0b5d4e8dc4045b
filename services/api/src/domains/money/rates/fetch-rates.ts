import { z } from 'zod';
import type { RateSheet } from './rates.store.ts';

const ANSWER_MS_MAX = 10_000;
const ANSWER_CHARS_MAX = 200_000;
const CODES_MAX = 300;
const DAY_MS = 24 * 60 * 60_000;

/** ISO 4217 code. */
const CurrencyCode = z.string().regex(/^[A-Z]{3}$/);

/** A decimal above zero, without an exponent. */
const RateDecimal = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/)
  .refine((text) => /[1-9]/.test(text), { error: 'has to be above zero' });

/** The response of Frankfurter and compatible services to `GET {url}/latest?base=THB`. */
const Latest = z.object({
  base: CurrencyCode,
  date: z.iso.date(),
  rates: z
    .record(CurrencyCode, RateDecimal)
    .refine((rates) => Object.keys(rates).length <= CODES_MAX, { error: 'too many currencies' }),
});

/** Parses JSON but keeps numbers as text, since a float would round the rates. */
function parseJsonWithDecimals(text: string): unknown {
  const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, keepText as (key: string, value: unknown) => unknown);
}

export interface RatesAddress {
  /** Without a trailing slash. */
  readonly url: string;
  /** The displayed name of the publisher of the rates. */
  readonly source: string;
}

/**
 * Fetches the latest rates of a base currency.
 *
 * @throws {Error} if the service cannot be reached or its response is invalid
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
  if (!response.ok) throw new Error(`the rates service answered ${response.status}`);
  const text = await response.text();
  if (text.length > ANSWER_CHARS_MAX)
    throw new Error('the answer of the rates service is too long');
  const { base, date, rates } = Latest.parse(parseJsonWithDecimals(text));
  if (base !== baseCode) throw new Error(`asked for ${baseCode}, got the rates of ${base}`);
  const asOf = new Date(`${date}T00:00:00Z`);
  // Rates with a future date would block all rates that are fetched before that date.
  if (asOf.getTime() > now.getTime() + DAY_MS)
    throw new Error(`the rates' date ${date} is in the future`);
  const lines = Object.entries(rates)
    .filter(([code]) => code !== baseCode)
    .map(([code, rate]) => ({ code, rate }));
  if (lines.length === 0) throw new Error('the rates service has no rates of this base');
  return { baseCode, rates: lines, asOf, source };
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const DAY_MS = 24 * 60 * 60_000;
const DIGITS = 5;
/** Daily variation of a rate, in ten-thousandths. */
const WANDER_MAX = 60;

/** Invented but plausible value of one baht, in hundred-thousandths. */
const ABOUT: Readonly<Record<string, number>> = {
  AUD: 4_350,
  CNY: 20_350,
  EUR: 2_620,
  GBP: 2_270,
  HKD: 21_900,
  INR: 238_000,
  JPY: 441_000,
  KRW: 4_020_000,
  MYR: 12_400,
  PHP: 164_000,
  SGD: 3_750,
  USD: 2_810,
  VND: 73_800_000,
};

const Query = z.object({ base: z.string() });

/** Formats hundred-thousandths as a decimal number. */
const decimal = (parts: number): string => {
  const text = String(parts).padStart(DIGITS + 1, '0');
  return `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`;
};

/** Returns the variation of a day, the same for all calls on that day. */
const wander = (code: string, day: number): number => {
  const seed = [...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), day * 7_919);
  return (seed % (2 * WANDER_MAX + 1)) - WANDER_MAX;
};

/**
 * Serves exchange rates of baht in Frankfurter's format: `GET …/latest?base=THB`.
 *
 * @param now the clock that determines the day of the rates
 */
export function addRates(server: FastifyInstance, now: () => Date): void {
  server.get('/sandbox/rates/latest', async (request, reply) => {
    const base = Query.safeParse(request.query).data?.base ?? 'EUR';
    if (base !== 'THB') return reply.code(404).send({ message: 'not found' });
    const at = now();
    const day = Math.floor(at.getTime() / DAY_MS);
    const rates = Object.entries(ABOUT).map(
      ([code, parts]) =>
        `"${code}":${decimal(Math.round((parts * (10_000 + wander(code, day))) / 10_000))}`,
    );
    return reply
      .type('application/json; charset=utf-8')
      .send(
        `{"amount":1.0,"base":"THB","date":"${at.toISOString().slice(0, 10)}","rates":{${rates.join(',')}}}`,
      );
  });
}

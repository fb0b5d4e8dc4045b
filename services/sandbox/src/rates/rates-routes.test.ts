import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addRates } from './rates-routes.ts';

async function readLatest(day: string, base = 'THB') {
  const server = Fastify();
  addRates(server, () => new Date(`${day}T12:00:00Z`));
  const response = await server.inject(`/sandbox/rates/latest?base=${base}`);
  await server.close();
  return { status: response.statusCode, body: response.json() };
}

test('returns the rates of the day, close to those of the previous day', async () => {
  const [first, again, next] = [
    await readLatest('2026-11-21'),
    await readLatest('2026-11-21'),
    await readLatest('2026-11-22'),
  ];
  expect(first.body).toMatchObject({ amount: 1, base: 'THB', date: '2026-11-21' });
  expect(first).toEqual(again);
  expect(next.body.rates.USD).not.toBe(first.body.rates.USD);
  expect(next.body.rates.USD / first.body.rates.USD).toBeCloseTo(1, 1);
  expect(Object.values<number>(first.body.rates).every((rate) => rate > 0)).toBe(true);
});

test('has rates only for baht', async () => {
  expect((await readLatest('2026-11-21', 'XYZ')).status).toBe(404);
});

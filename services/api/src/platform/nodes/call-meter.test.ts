import { expect, test } from 'vitest';
import { CallMeter } from './call-meter.ts';

test('measures requests, errors and the 95th percentile since the last reading', () => {
  const meter = new CallMeter(0);
  for (let call = 0; call < 95; call += 1) meter.add(10, 200);
  for (let call = 0; call < 5; call += 1) meter.add(500, call < 2 ? 503 : 404);
  const figures = meter.readAndReset(10_000);
  expect(figures).toMatchObject({ calls_per_s: 10, errors_per_s: 0.2 });
  expect(figures.p95_ms).toBeCloseTo(10, 0);
  const next = meter.readAndReset(20_000);
  meter.stop();
  expect(next).toMatchObject({ calls_per_s: 0, errors_per_s: 0, p95_ms: null });
});

import { describe, expect, it } from 'vitest';
import { readReport } from './playwright-report.ts';
import { isWorthAnotherRun, mergeRuns, outcomeOf, type RunOutcome } from './run-outcome.ts';

const test = (id: string) => ({ id, place: `${id}.test.ts`, summary: `${id} is gone` });

const run = (passed: number, failed: string[] = [], retried: string[] = []): RunOutcome => ({
  passed,
  failed: failed.map(test),
  retried: retried.map(test),
  isBroken: false,
});

it('lists failed and retried journeys of every nesting level', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'chat.test.ts',
    line: 35,
    tests: [{ status, projectName: 'show', results: [{ error: { message: 'gone\nmore' } }] }],
  });
  const outcome = readReport({
    errors: [],
    stats: { expected: 7, unexpected: 1, flaky: 1 },
    suites: [
      {
        title: 'chat.test.ts',
        specs: [spec('one', 'unexpected')],
        suites: [{ title: 'in Thai', specs: [spec('two', 'flaky')] }],
      },
    ],
  });
  expect(outcome.failed).toMatchObject([{ project: 'show', place: 'chat.test.ts:35' }]);
  expect(outcome.retried[0]?.id).toBe('show › chat.test.ts › in Thai › two');
  expect(outcomeOf(outcome)).toEqual({
    passed: 8,
    failed: 1,
    failures: ['e2e/chat.test.ts › one: gone'],
    retried: ['e2e/chat.test.ts › two: gone'],
  });
});

describe('a second run of the failed tests', () => {
  it('counts the tests that pass in it', () => {
    const merged = mergeRuns(run(10, ['a', 'b'], ['c']), run(1, ['b']));
    expect(merged).toEqual(run(11, ['b'], ['c', 'a']));
  });

  it('happens only if few tests failed', () => {
    expect(isWorthAnotherRun(run(9))).toBe(false);
    expect(isWorthAnotherRun({ ...run(9, ['a']), isBroken: true })).toBe(false);
    expect(isWorthAnotherRun(run(9, ['a']))).toBe(true);
    expect(isWorthAnotherRun(run(0, ['a', 'b', 'c', 'd', 'e', 'f', 'g']))).toBe(false);
  });
});

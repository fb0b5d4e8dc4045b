import { expect, test } from 'vitest';
import { mergeTasks } from './merge-tasks.ts';

const report = (task: string, kind: 'loop' | 'job', changes: object) => ({
  ...{ task, kind, success_ms: null, failure_ms: null, failures: 0, error: null },
  ...changes,
});

test('a loop that fails on one node counts as failing, although it succeeds on another node', () => {
  const merged = mergeTasks([
    report('bus_probe', 'loop', { success_ms: 9_000 }),
    report('bus_probe', 'loop', { failure_ms: 5_000, failures: 4, error: 'away' }),
  ]);
  expect(merged).toEqual([
    {
      task: 'bus_probe',
      last_success_at: '1970-01-01T00:00:09.000Z',
      last_failure_at: '1970-01-01T00:00:05.000Z',
      failures: 4,
      error: 'away',
    },
  ]);
});

test('a job that failed on one node has recovered once it succeeds on another node', () => {
  const failed = report('mail_send', 'job', { failure_ms: 5_000, failures: 4, error: 'away' });
  const failures = (successMs: number) =>
    mergeTasks([failed, report('mail_send', 'job', { success_ms: successMs })])[0]?.failures;
  expect(failures(9_000)).toBe(0);
  expect(failures(1_000)).toBe(4);
});

test('failing tasks come first', () => {
  const merged = mergeTasks([
    report('b', 'loop', { success_ms: 1 }),
    report('a', 'loop', { success_ms: 1 }),
    report('c', 'loop', { failure_ms: 1, failures: 1 }),
  ]);
  expect(merged.map(({ task }) => task)).toEqual(['c', 'a', 'b']);
});

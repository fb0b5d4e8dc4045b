import type { HealthTask } from '@sangwian/contract/endpoints/operator/health';
import type { NodeReport } from '../../../platform/nodes/node-report.ts';

type Report = NodeReport['tasks'][number];

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const latest = (times: readonly (number | null)[]): number | null =>
  times.reduce<number | null>((last, ms) => (ms === null || (last ?? 0) > ms ? last : ms), null);

/**
 * Counts the failures of a task since its last success. A loop runs on every node, so the failures of each node count.
 * A job has recovered once any node has run it successfully.
 */
function failuresOf(reports: readonly Report[], successMs: number | null): number {
  const counts = reports.map(({ kind, failure_ms: failureMs, failures }) =>
    kind === 'job' && (failureMs ?? 0) <= (successMs ?? 0) ? 0 : failures,
  );
  return Math.max(0, ...counts);
}

/** Merges the reports of all nodes about their recurring tasks, failing tasks first. */
export function mergeTasks(reports: readonly Report[]): HealthTask[] {
  const byTask = Map.groupBy(reports, ({ task }) => task);
  const merged = [...byTask].map(([task, own]): HealthTask => {
    const successMs = latest(own.map(({ success_ms: ms }) => ms));
    const failureMs = latest(own.map(({ failure_ms: ms }) => ms));
    const failed = own.find(({ failure_ms: ms }) => ms !== null && ms === failureMs);
    return {
      task,
      last_success_at: iso(successMs),
      last_failure_at: iso(failureMs),
      failures: failuresOf(own, successMs),
      error: failed?.error ?? null,
    };
  });
  return merged.sort((a, b) => b.failures - a.failures || (a.task < b.task ? -1 : 1));
}

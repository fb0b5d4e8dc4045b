import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { firstLine, type Outcome } from './outcome.ts';

/** Vitest reporter that writes an `Outcome` as JSON to the file that `OUTCOME_FILE` names. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { OUTCOME_FILE: file } = process.env;
    if (file === undefined) throw new Error('OUTCOME_FILE is not set');
    writeFileSync(file, JSON.stringify(outcomeOf(modules)));
  }
}

function outcomeOf(modules: readonly TestModule[]): Outcome {
  let passed = 0;
  const failures: string[] = [];
  const retried: string[] = [];
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      const name = `${relative(process.cwd(), module.moduleId)} › ${test.fullName}`;
      const line = `${name}: ${firstLine(errors?.[0]?.message)}`;
      if (state === 'failed') failures.push(line);
      if (state === 'passed') passed += 1;
      if (test.diagnostic()?.flaky) retried.push(line);
    }
  }
  return { passed, failed: failures.length, failures, retried };
}

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { firstLine } from './outcome.ts';
import type { RunOutcome, TestNote } from './run-outcome.ts';

/** Vitest reporter that writes a `RunOutcome` as JSON to the file that `OUTCOME_FILE` names. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const { OUTCOME_FILE: file } = process.env;
    if (file === undefined) throw new Error('OUTCOME_FILE is not set');
    writeFileSync(file, JSON.stringify({ ...outcomeOf(modules), isBroken: unhandled.length > 0 }));
  }
}

function outcomeOf(modules: readonly TestModule[]): Omit<RunOutcome, 'isBroken'> {
  let passed = 0;
  const failed: TestNote[] = [];
  const retried: TestNote[] = [];
  for (const module of modules) {
    const place = relative(process.cwd(), module.moduleId);
    for (const suite of [module, ...module.children.allSuites()]) {
      const [error] = suite.errors();
      // A file or `describe` block failed to start, and none of its tests ran.
      if (error !== undefined) {
        const id = suite.type === 'module' ? place : `${place} › ${suite.fullName}`;
        failed.push({ id, place, summary: `${id}: ${firstLine(error.message)}` });
      }
    }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      const id = `${place} › ${test.fullName}`;
      const note = { id, place, summary: `${id}: ${firstLine(errors?.[0]?.message)}` };
      if (state === 'failed') failed.push(note);
      if (state === 'passed') passed += 1;
      if (test.diagnostic()?.flaky) retried.push(note);
    }
  }
  return { passed, failed, retried };
}

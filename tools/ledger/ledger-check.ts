/**
 * `npm run ledger:check`: checks every coin of the running site against the invariants of the ledger. Exits with 1 if one
 * is violated.
 */
import { followApi } from '../operator/ask-api.ts';
import { runCommand } from '../operator/run-command.ts';
import { type LedgerLine, type LedgerReport, writeProgress, writeReport } from './write-report.ts';

await runCommand(async () => {
  const found: { report?: LedgerReport; error?: string } = {};
  await followApi('/ledger/check', (line) => {
    const message = line as LedgerLine;
    if ('progress' in message) console.error(writeProgress(message.progress));
    else Object.assign(found, message);
  });
  if (found.report === undefined) throw new Error(found.error ?? 'The check ended early.');
  if (found.report.faults.length > 0) process.exitCode = 1;
  return writeReport(found.report);
});

/**
 * `npm run ledger:check`: holds every coin of the running site against the invariants of the ledger. Ends with 1 where
 * one is broken.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { type LedgerReport, writeReport } from './write-report.ts';

await runCommand(async () => {
  const report = (await askApi({ path: '/ledger/check', body: {} })) as LedgerReport;
  if (report.faults.length > 0) process.exitCode = 1;
  return writeReport(report);
});

/**
 * `npm run code`: creates, lists, exports, approves and disables redeem codes.
 */
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, toCsv, USAGE } from './code-command.ts';

await runCommand(async (args) => {
  const { run, csv } = readCommand(args);
  const answer = (await run(callStaff)) as { readonly codes?: readonly unknown[] };
  const { codes = [] } = answer;
  return csv && codes.length > 0 ? toCsv(codes) : answer;
}, USAGE);

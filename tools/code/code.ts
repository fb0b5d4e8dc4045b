/**
 * `npm run code`: creates, lists and disables redeem codes.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, toCsv, USAGE } from './code-command.ts';

await runCommand(async (args, operator) => {
  const { call, csv } = readCommand(args, operator);
  const answer = await askApi(call);
  return csv ? toCsv((answer as { codes: readonly unknown[] }).codes) : answer;
}, USAGE);

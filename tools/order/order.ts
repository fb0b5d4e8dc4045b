/**
 * `npm run order`: orders that wait for an operator, and what the operator says to them, until there is a console.
 */
import { writeFileSync } from 'node:fs';
import { askApi, runCommand } from '../operator/ask-api.ts';
import { pictureOf, readCommand } from './order-command.ts';

await runCommand(async (args, operator) => {
  const call = readCommand(args, operator);
  const answer = await askApi(call);
  const picture = pictureOf(call, answer);
  if (picture === null) return answer;
  // Names and account numbers of people: for whoever asked alone.
  writeFileSync(picture.fileName, picture.bytes, { mode: 0o600 });
  return { file: picture.fileName };
});

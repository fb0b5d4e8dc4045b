/**
 * `npm run order`: lists orders that wait for an operator, and confirms, rejects or refunds them.
 */
import { writeFileSync } from 'node:fs';
import { askApi, runCommand } from '../operator/ask-api.ts';
import { pictureOf, readCommand, USAGE } from './order-command.ts';

await runCommand(async (args, operator) => {
  const call = readCommand(args, operator);
  const answer = await askApi(call);
  const picture = pictureOf(call, answer);
  if (picture === null) return answer;
  // The picture shows names and account numbers: readable only by its owner.
  writeFileSync(picture.fileName, picture.bytes, { mode: 0o600 });
  return { file: picture.fileName };
}, USAGE);

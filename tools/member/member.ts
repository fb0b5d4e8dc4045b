/**
 * `npm run member`: how a member stands, and what an operator does about it, until there is a console.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './member-command.ts';

await runCommand((args, operator) => {
  const command = readCommand(args, operator, new Date());
  const path = '/members/standing';
  return command.kind === 'show'
    ? askApi({ path, query: { member: command.member } })
    : askApi({ path, body: command.body });
});

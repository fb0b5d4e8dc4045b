/**
 * `npm run member`: shows a member, and changes its status, its role and a parent's consent.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, USAGE } from './member-command.ts';

await runCommand((args, operator) => {
  const command = readCommand(args, operator, new Date());
  const path = '/members/standing';
  if (command.kind === 'consent') {
    return askApi({ path: '/members/parent-consent', body: command.body });
  }
  if (command.kind === 'role') return askApi({ path: '/members/role', body: command.body });
  return command.kind === 'show'
    ? askApi({ path, query: { member: command.member } })
    : askApi({ path, body: command.body });
}, USAGE);

/** `npm run member`: shows a member, and changes the member's status, role or parental consent. */
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE } from './member-command.ts';

await runCommand((args) => readCommand(args, new Date())(callStaff), USAGE);

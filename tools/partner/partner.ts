/** `npm run partner`: shows what a partner owes for purchases by its members. */
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE } from './partner-command.ts';

await runCommand((args) => readCommand(args, new Date())(callStaff), USAGE);

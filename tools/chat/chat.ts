/**
 * `npm run chat`: shows and moderates the chat of a live.
 */
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE } from './chat-command.ts';

await runCommand((args) => readCommand(args)(callStaff), USAGE);

/** `npm run show`: shows and controls lives and bouts. */
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE } from './show-command.ts';

await runCommand((args) => readCommand(args)(callStaff), USAGE);

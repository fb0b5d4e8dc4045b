/**
 * `npm run coin`: shows and changes coin prices and exchange rates.
 */
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE } from './coin-command.ts';

await runCommand((args) => readCommand(args, new Date())(callStaff), USAGE);

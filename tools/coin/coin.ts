/**
 * `npm run coin`: shows and changes coin prices and exchange rates.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, USAGE } from './coin-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator, new Date())), USAGE);

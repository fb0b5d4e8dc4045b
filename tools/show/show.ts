/**
 * `npm run show`: shows and directs lives and bouts.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, USAGE } from './show-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator)), USAGE);

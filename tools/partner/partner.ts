/**
 * `npm run partner`: shows what a partner owes for purchases of its members.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, USAGE } from './partner-command.ts';

await runCommand((args) => askApi(readCommand(args, new Date())), USAGE);

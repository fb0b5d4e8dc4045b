/**
 * `npm run partner`: what a partner owes for what its members bought on its account, until there is a console.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './partner-command.ts';

await runCommand((args) => askApi(readCommand(args, new Date())));

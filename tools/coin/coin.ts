/**
 * `npm run coin`: what coins cost, and what baht are about worth elsewhere, until there is a console.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './coin-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator, new Date())));

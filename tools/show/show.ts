/**
 * `npm run show`: lives and bouts as they go on, and what an operator does to them, until there is a console.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './show-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator)));

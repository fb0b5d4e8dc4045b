/**
 * `npm run order`: orders that wait for an operator, and what the operator says to them, until there is a console.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './order-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator)));

/**
 * `npm run chat`: what is said in a live, and what an operator does about it, until there is a console.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand } from './chat-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator)));

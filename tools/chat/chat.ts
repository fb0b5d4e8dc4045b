/**
 * `npm run chat`: shows and moderates the chat of a live.
 */
import { askApi, runCommand } from '../operator/ask-api.ts';
import { readCommand, USAGE } from './chat-command.ts';

await runCommand((args, operator) => askApi(readCommand(args, operator)), USAGE);

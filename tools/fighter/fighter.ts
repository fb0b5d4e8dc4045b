/**
 * `npm run fighter`: imports fighters from a CSV file.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE } from './fighter-command.ts';

// npm runs commands in the project's folder, but the path is relative to the operator's working directory.
const readFile = (name: string) => readFileSync(resolve(process.env.INIT_CWD ?? '.', name));

await runCommand((args) => readCommand(args, readFile)(callStaff), USAGE);

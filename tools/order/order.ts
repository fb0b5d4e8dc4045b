/**
 * `npm run order`: lists orders that wait for an operator, and confirms, rejects or refunds them.
 */
import { writeFileSync } from 'node:fs';
import { callStaff } from '../operator/call-staff.ts';
import { runCommand } from '../operator/run-command.ts';
import { readCommand, USAGE, type WriteFile } from './order-command.ts';

// The image shows names and account numbers, so the file is readable only by its owner.
const write: WriteFile = (name, bytes) => writeFileSync(name, bytes, { mode: 0o600 });

await runCommand((args) => readCommand(args, write)(callStaff), USAGE);

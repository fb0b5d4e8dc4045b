import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** What must never stand in a log, wherever it appears in a logged object. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-app-key"]',
  '*.password',
  '*.access_token',
  '*.token',
  '*.stream_key',
  '*.purchase_token',
  // A sealed hand-over signs in whoever has it.
  '*.data',
];

/**
 * Writes at once to one of the process's own outputs. A reader that is gone (the launcher was killed) costs the line and
 * nothing else: pino's own destination tries again for ever there, and so keeps a process from ending.
 */
const outputTo = (fd: number): DestinationStream => ({
  write: (line) => {
    try {
      writeSync(fd, line);
    } catch {
      // Nobody reads it any more.
    }
  },
});

export const STANDARD_OUTPUT: DestinationStream = outputTo(1);
/** For a process whose standard output is an answer. */
export const STANDARD_ERROR: DestinationStream = outputTo(2);

/** A JSON logger named after the process; on standard output unless another place is given. */
export const createLogger = (
  name: string,
  level: string,
  destination: DestinationStream = STANDARD_OUTPUT,
): Logger => pino({ name, level, redact: { paths: REDACTED, censor: '[redacted]' } }, destination);

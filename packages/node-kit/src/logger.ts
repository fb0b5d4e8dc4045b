import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

export type { Logger } from 'pino';

/** Fields that must never be logged. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-app-key"]',
  '*.password',
  '*.access_token',
  '*.token',
  '*.stream_key',
  '*.purchase_token',
  // A sealed sign-in link signs its bearer in.
  '*.data',
];

/** Opens the output at the first line: a process that logs nothing keeps its streams unchanged. */
function outputTo(open: () => LogOutput): { open(): LogOutput; write(line: string): void } {
  let output: LogOutput | null = null;
  const opened = (): LogOutput => {
    output ??= open();
    return output;
  };
  return { open: opened, write: (line) => opened().write(line) };
}

const standardError = outputTo(() => new LogOutput(2));
/** Standard error, for processes whose standard output is their result. */
export const STANDARD_ERROR: DestinationStream = standardError;
export const STANDARD_OUTPUT: DestinationStream = outputTo(() => {
  // The output is opened early, because one that is opened while the process exits would miss the exit event.
  const errors = standardError.open();
  return new LogOutput(1, { complain: (line) => errors.write(line) });
});

/** Creates a JSON logger named after the process. Writes to standard output by default. */
export const createLogger = (
  name: string,
  level: string,
  destination: DestinationStream = STANDARD_OUTPUT,
): Logger => pino({ name, level, redact: { paths: REDACTED, censor: '[redacted]' } }, destination);

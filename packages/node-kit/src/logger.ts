import { type DestinationStream, type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

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

/** The outputs are opened by the first line: a process that logs nothing keeps its streams as they are. */
function outputTo(open: () => LogOutput): { open(): LogOutput; write(line: string): void } {
  let output: LogOutput | null = null;
  const opened = (): LogOutput => {
    output ??= open();
    return output;
  };
  return { open: opened, write: (line) => opened().write(line) };
}

const standardError = outputTo(() => new LogOutput(2));
/** For a process whose standard output is an answer. */
export const STANDARD_ERROR: DestinationStream = standardError;
export const STANDARD_OUTPUT: DestinationStream = outputTo(() => {
  // Opened before it is needed, since an output that is opened while the process ends does not see that end.
  const errors = standardError.open();
  return new LogOutput(1, { complain: (line) => errors.write(line) });
});

/** A JSON logger named after the process; on standard output unless another place is given. */
export const createLogger = (
  name: string,
  level: string,
  destination: DestinationStream = STANDARD_OUTPUT,
): Logger => pino({ name, level, redact: { paths: REDACTED, censor: '[redacted]' } }, destination);

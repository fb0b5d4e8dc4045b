import { type Logger, pino } from 'pino';

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
];

/** A JSON logger on standard output, named after the process. */
export const createLogger = (name: string, level: string): Logger =>
  pino({ name, level, redact: { paths: REDACTED, censor: '[redacted]' } });

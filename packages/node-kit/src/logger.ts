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
];

/** A JSON logger named after the process; on standard output unless another place is given. */
export const createLogger = (
  name: string,
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger => pino({ name, level, redact: { paths: REDACTED, censor: '[redacted]' } }, destination);

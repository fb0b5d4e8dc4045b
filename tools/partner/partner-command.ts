import type { Command } from '../operator/call-staff.ts';
import { readArguments, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run partner -- account <map_system_id> [--from 2026-11-01] [--to 2026-11-30]
Days in Bangkok, both inclusive; default: the current month until today.`;

const BANGKOK_MS = 7 * 60 * 60_000;

const OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], now: Date): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', partner, ...more] = positionals;
  if (verb !== 'account') {
    throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
  }
  if (partner === undefined || more.length > 0) throw new UsageError('Give one partner.');
  const today = new Date(now.getTime() + BANGKOK_MS).toISOString().slice(0, 10);
  const { from = `${today.slice(0, 7)}-01`, to = today } = values;
  for (const day of [from, to]) {
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new UsageError(`"${day}" is not a day.`);
  }
  const request = { params: { map_system_id: partner }, query: { from, to } };
  return async (call) =>
    (await call('GET /operator/partner/{map_system_id}/account', request)).data;
}

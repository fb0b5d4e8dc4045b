import { readArguments, UsageError } from '../operator/command-line.ts';

const STATUS = { ban: 'ban', suspend: 'suspend', close: 'closed', reinstate: 'active' } as const;
type Verb = keyof typeof STATUS;
/** A parent's consent to purchases of a minor. */
const CONSENT = { consent: true, 'withdraw-consent': false } as const;
type ConsentVerb = keyof typeof CONSENT;
const ROLES = ['admin', 'moderator', 'partner', 'none'];

const DAY_MS = 24 * 60 * 60_000;
const DAYS_MAX = 3_650;

export const USAGE = `Usage:
  npm run member -- show      <phone or member id>
  npm run member -- ban       <phone or member id> --reason "…"
  npm run member -- suspend   <phone or member id> --reason "…" [--days 7 | --until 2026-12-01T00:00+07:00]
  npm run member -- close     <phone or member id> --reason "…"
  npm run member -- reinstate <phone or member id> --reason "…"
  npm run member -- role      <phone or member id> admin | moderator | partner | none --reason "…"
  npm run member -- consent   <phone or member id> --reason "…"   a parent consents to purchases
  npm run member -- withdraw-consent <phone or member id> --reason "…"
The member sees the reason. --by NAME names the operator; default: the account of this machine.`;

export type MemberCommand =
  | { readonly kind: 'show'; readonly member: string }
  | {
      readonly kind: 'role';
      readonly body: {
        readonly member: string;
        readonly role: string | null;
        readonly reason: string;
        readonly by: string;
      };
    }
  | {
      readonly kind: 'consent';
      readonly body: {
        readonly member: string;
        readonly given: boolean;
        readonly reason: string;
        readonly by: string;
      };
    }
  | {
      readonly kind: 'change';
      readonly body: {
        readonly member: string;
        readonly status: (typeof STATUS)[Verb];
        readonly reason: string;
        readonly by: string;
        readonly until?: string;
      };
    };

const isVerb = (text: string): text is Verb => Object.hasOwn(STATUS, text);
const isConsentVerb = (text: string): text is ConsentVerb => Object.hasOwn(CONSENT, text);

const OPTIONS = {
  reason: { type: 'string' },
  days: { type: 'string' },
  until: { type: 'string' },
  by: { type: 'string' },
} as const;

/** Returns the end of a suspension; `undefined`: no automatic end. */
function readEnd(
  { days, until }: { days?: string | undefined; until?: string | undefined },
  now: Date,
): string | undefined {
  if (days !== undefined && until !== undefined) throw new UsageError('Either --days or --until.');
  if (until !== undefined) {
    // Without an offset the time zone of this machine would apply.
    if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(until) || Number.isNaN(Date.parse(until))) {
      throw new UsageError(
        `--until ${until} is not a time with an offset such as 2026-12-01T00:00+07:00.`,
      );
    }
    return new Date(until).toISOString();
  }
  if (days === undefined) return undefined;
  const count = Number(days);
  if (!(count > 0 && count <= DAYS_MAX))
    throw new UsageError(`--days ${days} is not a number of days.`);
  return new Date(now.getTime() + count * DAY_MS).toISOString();
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string, now: Date): MemberCommand {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', member, ...more] = positionals;
  if (verb !== 'show' && verb !== 'role' && !isVerb(verb) && !isConsentVerb(verb)) {
    throw new UsageError(verb === '' ? 'No action is given.' : `"${verb}" is unknown.`);
  }
  if (member === undefined) throw new UsageError('A member is missing.');
  const [role] = verb === 'role' ? more.splice(0, 1) : [];
  if (verb === 'role' && !ROLES.includes(role ?? '')) {
    throw new UsageError(`A role is one of ${ROLES.join(', ')}.`);
  }
  if (more.length > 0) {
    throw new UsageError(`One member at a time; a phone with spaces and a reason need quotes.`);
  }
  if (verb === 'show') return { kind: 'show', member };
  const reason = values.reason?.trim();
  if (!reason) throw new UsageError('--reason is required.');
  const until = readEnd(values, now);
  if (until !== undefined && verb !== 'suspend') {
    throw new UsageError('Only a suspension can have an end.');
  }
  const by = values.by ?? operator;
  if (verb === 'role') {
    const given = role === 'none' || role === undefined ? null : role;
    return { kind: 'role', body: { member, role: given, reason, by } };
  }
  if (isConsentVerb(verb)) {
    return { kind: 'consent', body: { member, given: CONSENT[verb], reason, by } };
  }
  return {
    kind: 'change',
    body: { member, status: STATUS[verb], reason, by, ...(until === undefined ? {} : { until }) },
  };
}

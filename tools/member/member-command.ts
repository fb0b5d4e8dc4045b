import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import type { MemberId } from '@sangwian/contract/ids';
import type { CallStaff, Command } from '../operator/call-staff.ts';
import { readArguments, readReason, UsageError } from '../operator/command-line.ts';
import { findMemberId } from '../operator/find-member.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const DAYS_MAX = 3_650;
/** Longer suspensions need the permission to manage members. */
const SHORT_HOURS_MAX = 7 * DAY_HOURS;
const ROLES = ['admin', 'moderator', 'partner', 'none'] as const;

export const USAGE = `Usage:
  npm run member -- show      <phone or member id>
  npm run member -- ban       <phone or member id> --reason "…"
  npm run member -- suspend   <phone or member id> --reason "…" [--days 7 | --until 2026-12-01T00:00+07:00]
  npm run member -- close     <phone or member id> --reason "…"
  npm run member -- reinstate <phone or member id> --reason "…"
  npm run member -- role      <phone or member id> admin | moderator | partner | none --reason "…"
  npm run member -- consent   <phone or member id> --reason "…"   a parent consents to purchases
  npm run member -- withdraw-consent <phone or member id> --reason "…"
  npm run member -- sign-out-everyone --reason "…"                every session of every member ends
The member sees the reason, except of sign-out-everyone.`;

const OPTIONS = {
  reason: { type: 'string' },
  days: { type: 'string' },
  until: { type: 'string' },
} as const;

/** Duration of a suspension: whole hours of up to a week, or an end time. `null`: until the suspension is lifted. */
type Term = { readonly hours: number } | { readonly until: string | null };

const MEMBER = '/operator/member/{member_id}';
const SANCTIONS = { ban: 'ban', close: 'close', reinstate: 'lift' } as const;
const CONSENTS: Readonly<Record<string, boolean>> = { consent: true, 'withdraw-consent': false };

function readTerm(
  { days, until }: { days?: string | undefined; until?: string | undefined },
  now: Date,
): Term {
  if (days !== undefined && until !== undefined) throw new UsageError('Either --days or --until.');
  if (until !== undefined) {
    // Without an offset, `Date.parse` would use the time zone of this machine.
    if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(until) || Number.isNaN(Date.parse(until))) {
      throw new UsageError(
        `--until ${until} is not a time with an offset such as 2026-12-01T00:00+07:00.`,
      );
    }
    return { until: new Date(until).toISOString() };
  }
  if (days === undefined) return { until: null };
  const hours = Number(days) * DAY_HOURS;
  if (!(hours > 0 && hours <= DAYS_MAX * DAY_HOURS)) {
    throw new UsageError(`--days ${days} is not a number of days.`);
  }
  if (Number.isInteger(hours) && hours <= SHORT_HOURS_MAX) return { hours };
  return { until: new Date(now.getTime() + hours * HOUR_MS).toISOString() };
}

/** Ends the sessions of all members, until none is left. */
const signOutEveryone =
  (reason: string): Command =>
  async (call) => {
    let ended = 0;
    for (let hasMore = true; hasMore; ) {
      const { data } = await call('POST /operator/sessions/end', { body: { reason } });
      ended += data.ended_sessions;
      hasMore = data.has_more;
    }
    return { ended_sessions: ended };
  };

/** Returns the printed fields of a member. */
const present = (file: MemberFile) => ({
  member_id: file.member_id,
  name: file.name,
  phone: file.phone_masked,
  map_system_id: file.map_system_id,
  status: file.state,
  reason: file.status_reason,
  since: file.status_since,
  until: file.until,
  role: file.role,
  signed_in: file.sessions.length,
  changes: file.sanction_log,
});

const read = async (call: CallStaff, memberId: MemberId): Promise<MemberFile> =>
  (await call(`GET ${MEMBER}`, { params: { member_id: memberId } })).data;

/** A change of a member. Receives the member as read before the change. */
type Act = (call: CallStaff, memberId: MemberId, before: MemberFile) => Promise<MemberFile>;

/** Returns a command that changes a member, and then prints the member and whether the status or role changed. */
const actOn =
  (member: string, act: Act): Command =>
  async (call) => {
    const memberId = await findMemberId(call, member);
    const before = await read(call, memberId);
    const after = await act(call, memberId, before);
    const changed = after.version !== before.version || after.role !== before.role;
    return { changed, ...present(after) };
  };

const sanction =
  (verb: keyof typeof SANCTIONS, reason: string): Act =>
  async (call, memberId, { version }) => {
    const request = { params: { member_id: memberId }, body: { reason, version } };
    return (await call(`POST ${MEMBER}/${SANCTIONS[verb]}`, request)).data;
  };

const suspend =
  (term: Term, reason: string): Act =>
  async (call, memberId, { version }) => {
    const params = { member_id: memberId };
    const body = { reason, version };
    return 'hours' in term
      ? (await call(`POST ${MEMBER}/suspend`, { params, body: { ...body, ...term } })).data
      : (await call(`POST ${MEMBER}/suspend-until`, { params, body: { ...body, ...term } })).data;
  };

function setRole(name: string | undefined, reason: string): Act {
  const role = ROLES.find((one) => one === name);
  if (role === undefined) throw new UsageError(`A role is one of ${ROLES.join(', ')}.`);
  return async (call, memberId, { role: roleBefore }) => {
    const body = { role: role === 'none' ? null : role, role_before: roleBefore, reason };
    return (await call(`PUT ${MEMBER}/role`, { params: { member_id: memberId }, body })).data;
  };
}

const recordConsent =
  (member: string, given: boolean, reason: string): Command =>
  async (call) => {
    const memberId = await findMemberId(call, member);
    const request = { params: { member_id: memberId }, body: { given, reason } };
    const { data } = await call(`POST ${MEMBER}/parent-consent`, request);
    return { member_id: memberId, consents: data };
  };

const isSanction = (verb: string): verb is keyof typeof SANCTIONS => Object.hasOwn(SANCTIONS, verb);

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], now: Date): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = '', member, ...more] = positionals;
  if (verb === '') throw new UsageError('No action is given.');
  if (verb === 'sign-out-everyone') {
    if (member !== undefined) throw new UsageError('sign-out-everyone names no member.');
    return signOutEveryone(readReason(values));
  }
  const isConsent = Object.hasOwn(CONSENTS, verb);
  const isKnown = ['show', 'suspend', 'role'].includes(verb) || isConsent || isSanction(verb);
  if (!isKnown) throw new UsageError(`"${verb}" is unknown.`);
  if (member === undefined) throw new UsageError('A member is missing.');
  const [role] = verb === 'role' ? more.splice(0, 1) : [];
  if (more.length > 0) {
    throw new UsageError('One member at a time; a phone with spaces and a reason need quotes.');
  }
  if (verb === 'show') {
    return async (call) => present(await read(call, await findMemberId(call, member)));
  }
  const reason = readReason(values);
  if (verb === 'suspend') return actOn(member, suspend(readTerm(values, now), reason));
  if (values.days !== undefined || values.until !== undefined) {
    throw new UsageError('Only a suspension can have an end.');
  }
  if (verb === 'role') return actOn(member, setRole(role, reason));
  if (isSanction(verb)) return actOn(member, sanction(verb, reason));
  return recordConsent(member, CONSENTS[verb] === true, reason);
}

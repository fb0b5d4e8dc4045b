import { ChatRole } from '@sangwian/contract/endpoints/live';
import { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { OperatorName, OperatorReason } from '../../../platform/http/audit-note.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { findMemberByPhoneOrId, type Members } from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { AccountStatusStore } from './account-status.store.ts';
import {
  type AccountStatusChange,
  type AccountStatusDeps,
  changeAccountStatus,
  endSuspensions,
} from './change-account-status.ts';
import { changeRole } from './change-role.ts';

/** A suspension ends at most this long after its time. */
const POLL_MS = 1_000;
const ENDED_AT_ONCE_MAX = 200;
const SHOWN_CHANGES_MAX = 20;
const EXPORT_ROWS_MAX = 1_000;

/** A phone in any spelling, or a `member_id`. */
const PhoneOrId = z.string().trim().min(1).max(64);
const Show = z.object({ member: PhoneOrId });
const Change = z
  .strictObject({
    member: PhoneOrId,
    status: MemberStatus,
    reason: OperatorReason,
    until: z.iso.datetime({ offset: true }).optional(),
    by: OperatorName,
  })
  .refine(({ status, until }) => until === undefined || status === 'suspend', {
    path: ['until'],
    message: 'only a suspension has an end',
  });

const NewRole = z.strictObject({
  member: PhoneOrId,
  /** `null` removes the role. */
  role: ChatRole.nullable(),
  reason: OperatorReason,
  by: OperatorName,
});

export interface AccountStatusModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly sessions: Sessions;
}

export type { AccountStatusChange } from './change-account-status.ts';

export interface AccountStatusModule extends ApiModule {
  /**
   * Bans, suspends, closes or reinstates a member, and cuts a barred member off on every node.
   *
   * @returns whether anything changed
   * @throws {ApiError} `member_not_found`, `edit_stale`, `member_barred`
   */
  change(change: AccountStatusChange): Promise<boolean>;
  /** Returns a member's status and role changes for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

interface RouteDeps extends AccountStatusDeps {
  readonly members: Members;
  readonly sessions: Sessions;
}

/** Presents a member's account status to an operator. */
async function show({ members, sessions, store }: RouteDeps, phoneOrId: string) {
  const row = await findMemberByPhoneOrId(members, phoneOrId);
  const memberId = row.member_id as MemberId;
  const [open, changes, roles, shown] = await Promise.all([
    sessions.list(memberId),
    store.findLast(memberId, SHOWN_CHANGES_MAX),
    store.findLastRoles(memberId, SHOWN_CHANGES_MAX),
    members.findMemberNames([memberId]),
  ]);
  return {
    member_id: memberId,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phone: row.phone,
    map_system_id: row.map_system_id,
    status: row.status,
    reason: row.status_reason,
    since: row.status_since,
    until: row.status_until,
    role: shown.get(memberId)?.role ?? null,
    signed_in: open.length,
    changes,
    roles,
  };
}

function registerRoutes(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/members/standing', (request) => show(deps, parseValue(Show, request.query).member));
  app.post('/members/standing', async (request) => {
    const { member, status, reason, until, by } = parseValue(Change, request.body);
    const end = until === undefined ? null : new Date(until);
    if (end !== null && end <= deps.clock()) {
      throw new ApiError('request_invalid', {
        details: [{ path: 'until', message: 'has to be in the future' }],
      });
    }
    const row = await findMemberByPhoneOrId(deps.members, member);
    const changed = await changeAccountStatus(deps, {
      memberId: row.member_id as MemberId,
      status,
      reason,
      until: end,
      actor: by,
    });
    return { changed, ...(await show(deps, row.member_id)) };
  });
  app.post('/members/role', async (request) => {
    const { member, role, reason, by } = parseValue(NewRole, request.body);
    const row = await findMemberByPhoneOrId(deps.members, member);
    const memberId = row.member_id as MemberId;
    const changed = await changeRole(deps, { memberId, role, reason, actor: by });
    return { changed, ...(await show(deps, memberId)) };
  });
}

/** Creates the module of bans, suspensions and closed accounts; operators set them on the internal listener. */
export function createAccountStatusModule(options: AccountStatusModuleDeps): AccountStatusModule {
  const store = new AccountStatusStore(options.db);
  const deps: RouteDeps = { ...options, store };
  const poll = every(POLL_MS, () => endSuspensions(deps, ENDED_AT_ONCE_MAX), {
    name: 'suspension_end',
    logger: options.logger,
  });
  return {
    change: (change) => changeAccountStatus(deps, change),
    registerInternal: (app) => registerRoutes(app, deps),
    exportOf: async (memberId) => {
      const changes = await store.findLast(memberId, EXPORT_ROWS_MAX);
      // Operators' names are not exported.
      const roles = await store.findLastRoles(memberId, EXPORT_ROWS_MAX);
      return {
        standing_changes: changes.map(({ changed_by: _by, ...change }) => change),
        role_changes: roles.map(({ changed_by: _by, ...change }) => change),
      };
    },
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}

import type { MemberId } from '@sangwian/contract/ids';
import type { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { MemberRow, Members } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { AccountAppealsStore } from './account-appeals.store.ts';
import { AccountStatusStore } from './account-status.store.ts';
import { appealSanction, createBarredError, readOwnSanctions } from './appeal-sanction.ts';
import {
  type AccountStatusChange,
  changeAccountStatus,
  endSuspensions,
} from './change-account-status.ts';
import { type ChangeRole, changeRole } from './change-role.ts';
import { type AppealDecision, type DecidedAppeal, decideAppeal } from './decide-appeal.ts';

/** Interval of the poll for expired suspensions, so each one ends at most this long after its end time. */
const POLL_MS = 1_000;
const ENDED_AT_ONCE_MAX = 200;
const EXPORT_ROWS_MAX = 1_000;

export interface AccountStatusModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
}

export { AccountAppealsStore, type AppealRow } from './account-appeals.store.ts';
export type { AccountStatusChange } from './change-account-status.ts';
export { type AppealDecision, type AppealKind, kindOf } from './decide-appeal.ts';

export interface AccountStatusModule extends ApiModule {
  /**
   * Bans, suspends, closes or reinstates a member, and disconnects a barred member from every node.
   *
   * @returns whether anything changed
   * @throws {ApiError} `member_not_found`, `edit_stale`, `member_barred`
   */
  change(change: AccountStatusChange): Promise<boolean>;
  /** Sets or removes a member's chat role. @returns whether anything changed @throws {ApiError} see `changeRole` */
  changeRole(change: ChangeRole): Promise<boolean>;
  /**
   * Returns the error for a barred member who has proven ownership of the account; `null` for an active member. The
   * error carries a token for an appeal, or the decision on an earlier appeal.
   */
  barredErrorOf(row: MemberRow): Promise<ApiError | null>;
  /**
   * Decides an appeal against a suspension, a ban or the closing of an account.
   *
   * @throws {ApiError} `appeal_not_found`, `appeal_decided`, `appeal_unneeded`, `second_person_needed`,
   *   `member_not_found`, `request_invalid`
   */
  decideAppeal(decision: AppealDecision): Promise<DecidedAppeal>;
  /** Erases the texts of a deleted member's appeals. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns a member's status changes, role changes and appeals for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Creates the module of account statuses (suspended, banned, closed), of appeals against them, and of chat roles. */
export function createAccountStatusModule(options: AccountStatusModuleDeps): AccountStatusModule {
  const store = new AccountStatusStore(options.db);
  const appeals = new AccountAppealsStore(options.db);
  const deps = { ...options, store };
  const poll = every(POLL_MS, () => endSuspensions(deps, ENDED_AT_ONCE_MAX), {
    name: 'suspension_end',
    logger: options.logger,
  });
  return {
    handlers: {
      'POST /auth/member/appeal': async ({ body }) => {
        await appealSanction(deps, body.appeal_token, body.text);
        return { data: {} };
      },
      'GET /auth/member/sanctions': async ({ bearer }) => ({
        data: await readOwnSanctions(deps, bearer.memberId),
      }),
    },
    change: (change) => changeAccountStatus(deps, change),
    changeRole: (change) => changeRole(deps, change),
    barredErrorOf: (row) => createBarredError(deps, row),
    decideAppeal: (decision) => decideAppeal(deps, decision),
    forgetMember: (trx, memberId) => appeals.forget(trx, memberId),
    exportOf: async (memberId) => {
      const changes = await store.findLast(memberId, EXPORT_ROWS_MAX);
      // The export leaves out the operators' names.
      const roles = await store.findLastRoles(memberId, EXPORT_ROWS_MAX);
      return {
        standing_changes: changes.map(({ changed_by: _by, ...change }) => change),
        role_changes: roles.map(({ changed_by: _by, ...change }) => change),
        account_appeals: await appeals.findForExport(memberId, EXPORT_ROWS_MAX),
      };
    },
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}

import type { OwnSanction } from '@sangwian/contract/endpoints/account-appeals';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { MemberRow } from '../members/members.module.ts';
import type { Proofs } from '../proofs/proofs.module.ts';
import { accountErrorOf, accountStateOf } from '../sessions/sessions.module.ts';
import { AccountAppealsStore, type OwnSanctionRow } from './account-appeals.store.ts';
import type { AccountStatusDeps } from './change-account-status.ts';

/** Members can read their sanctions of the last year. */
const SHOWN_DAYS = 365;
const DAY_MS = 86_400_000;

export interface AppealDeps extends AccountStatusDeps {
  readonly proofs: Proofs;
}

/**
 * Returns the error for a barred member, or `null` for an active one. The details of the error carry a token for an
 * appeal, or the state of an earlier appeal and the reason of its decision. Call this only after the member has proven
 * ownership of the account, since it issues a token.
 */
export async function createBarredError(
  { db, proofs }: Pick<AppealDeps, 'db' | 'proofs'>,
  row: MemberRow,
): Promise<ApiError | null> {
  const error = accountErrorOf(accountStateOf(row));
  if (error === null) return null;
  const sanction = await new AccountAppealsStore(db).findRunning(row.member_id);
  // A sanction from before the log of status changes existed cannot be appealed.
  if (sanction === undefined) return error;
  const details = [...(error.details ?? [])];
  if (sanction.state === null) {
    const { token } = await proofs.issue(db, {
      purpose: 'appeal',
      memberId: row.member_id,
      payload: { change_id: sanction.change_id },
      minutes: LIMITS.appealTokenMinutes,
    });
    details.push({ path: 'appeal_token', message: token });
  } else {
    details.push({ path: 'appeal_state', message: sanction.state });
    if (sanction.reason !== null) {
      details.push({ path: 'appeal_reason', message: sanction.reason });
    }
  }
  return new ApiError(error.code, { details });
}

/**
 * Records the appeal against the sanction that the token was issued for. Each sanction can be appealed once.
 *
 * @throws {ApiError} `appeal_token_invalid`; `appeal_unneeded` if the sanction ended or was replaced; `appeal_exists`
 */
export async function appealSanction(
  { db, bus, clock, members, proofs }: AppealDeps,
  token: string,
  text: string,
): Promise<void> {
  const expected = { purpose: 'appeal', refusal: 'appeal_token_invalid' } as const;
  const { memberId, payload } = await proofs.check(token, expected);
  if (memberId === null) throw new Error('a proof for an appeal has no member');
  const store = new AccountAppealsStore(db);
  await db.transaction().execute(async (trx) => {
    await members.lifecycle.lock(trx, memberId);
    const sanction = await new AccountAppealsStore(trx).findRunning(memberId);
    if (sanction === undefined || sanction.change_id !== payload?.['change_id']) {
      throw new ApiError('appeal_unneeded');
    }
    const appeal = { memberId, changeId: sanction.change_id, now: clock() };
    const isNew = await store.add(trx, { ...appeal, text: normalizeText(text, 'NFC') });
    // Checked before the token is used: the second request of a double click then gets `appeal_exists`.
    if (!isNew) throw new ApiError('appeal_exists');
    await proofs.use(trx, token, expected);
  });
  bus.publish('staff:changed', { topic: 'members', id: memberId });
}

const presentOwn = (row: OwnSanctionRow): OwnSanction => ({
  status: row.status,
  reason: row.reason,
  since: row.since.toISOString(),
  until: row.until?.toISOString() ?? null,
  appeal:
    row.appeal_state === null || row.appealed_at === null
      ? null
      : {
          text: row.appeal_text ?? '',
          state: row.appeal_state,
          created_at: row.appealed_at.toISOString(),
          reason: row.appeal_reason,
          decided_at: row.decided_at?.toISOString() ?? null,
        },
});

/** Returns a member's sanctions of the last year and their appeals. */
export async function readOwnSanctions(
  { db, clock }: Pick<AppealDeps, 'db' | 'clock'>,
  memberId: MemberId,
): Promise<OwnSanction[]> {
  const since = new Date(clock().getTime() - SHOWN_DAYS * DAY_MS);
  const store = new AccountAppealsStore(db);
  return (await store.findOwn(memberId, since, LIMITS.ownSanctionsShownMax)).map(presentOwn);
}

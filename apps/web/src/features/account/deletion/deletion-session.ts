import { callApi } from '../../../shared/api/call-api.ts';
import { clearSession, type MemberProfile } from '../../../shared/session/session.ts';
import { readStored } from '../../../shared/storage/local-storage.ts';

/**
 * A session of the account to delete. The session is never stored, so the browser's current session does not change.
 */
export interface DeletionSession {
  readonly token: string;
  readonly member: MemberProfile;
}

/** @throws {ApiError} `credentials_invalid`, `rate_limited`, `member_banned`, `member_suspended`, `member_closed` */
export async function beginDeletion(phone: string, password: string): Promise<DeletionSession> {
  const { data } = await callApi(
    'POST /auth/member/deletion',
    { body: { phone, password } },
    { bearer: null },
  );
  return { token: data.access_token, member: data.member };
}

/** Revokes a session that did not end in a deletion. */
export function endDeletion(session: DeletionSession | null): void {
  if (session === null) return;
  const options = { bearer: session.token, farewell: true, keepalive: true };
  callApi('POST /auth/member/logout', {}, options).catch(() => undefined);
}

/** Returns the session with the current balance. */
export async function refreshDeletion({
  token,
  member,
}: DeletionSession): Promise<DeletionSession> {
  const query = { member_id: member.member_id };
  const { data } = await callApi('GET /auth/member/profile', { query }, { bearer: token });
  return { token, member: data };
}

/** @throws {ApiError} `otp_token_invalid`, `order_open`; `price_changed` if the balance has changed */
export async function finishDeletion(
  { token, member }: DeletionSession,
  otpToken: string,
): Promise<void> {
  await callApi(
    'DELETE /auth/member/{member_id}',
    {
      params: { member_id: member.member_id },
      body: { otp_token: otpToken, expected_coins: member.wallet.balance },
    },
    { bearer: token },
  );
  if (readStored('member_id') === member.member_id) clearSession();
}

import type { ResponseOf } from '@sangwian/contract/contract';
import { callApi } from '../../shared/api/call-api.ts';
import {
  beginSession,
  clearSession,
  enterExternalMode,
  type MemberProfile,
} from '../../shared/session/session.ts';
import { readStored, writeStored } from '../../shared/storage/local-storage.ts';

/** A session that a partner or our app hands over to this browser. */
export type HandedOver = Omit<ResponseOf<'POST /auth/member/handover'>['data'], 'target'>;

/** Returns whether another member is signed in here. The fan then has to choose. */
export const replacesAnother = (member: MemberProfile): boolean => {
  const current = readStored('member_id');
  return Boolean(readStored('access_token') && current) && current !== member.member_id;
};

/**
 * Revokes a session without waiting for the response. Errors are ignored, because the session may already have ended.
 */
const endSession = (accessToken: string): void =>
  void callApi('POST /auth/member/logout', {}, { bearer: accessToken, farewell: true }).catch(
    () => {},
  );

/** Revokes the current session and starts the handed-over session. */
export function takeOver(session: HandedOver): void {
  const { access_token, member, map_system_id, purchase_token } = session;
  const before = readStored('access_token');
  if (before !== access_token) clearSession();
  if (map_system_id !== null) enterExternalMode(map_system_id);
  if (purchase_token !== null) writeStored('PURCHASE_TOKEN', purchase_token);
  beginSession({ access_token, member });
  if (before && before !== access_token) endSession(before);
}

/** Keeps the current session and revokes the handed-over session. */
export const declineHandover = ({ access_token }: HandedOver): void => endSession(access_token);

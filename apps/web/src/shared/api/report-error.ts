import type { Language } from '@sangwian/i18n/language';
import { failLoading } from '../loading-bar.ts';
import { expireSession, signOut } from '../session/session.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';
import type { ApiError } from './api-error.ts';
import type { RefusedRequest } from './call-api.ts';
import { loadErrorText } from './error-message.ts';
import { lastSegment, type ReportedError, showErrorToast, toastText } from './error-toast.ts';

/** The effect of an error response in addition to its toast. */
export type Consequence = 'none' | 'blank_member_id' | 'ban' | 'expire';

/** Returns the consequence of an error response (specification, section 8). */
export function consequenceOf(
  error: Pick<ApiError, 'status' | 'httpStatus' | 'message'>,
  sentToken: boolean,
): Consequence {
  if (/account has been (suspended|banned)/i.test(error.message)) return 'ban';
  if (error.message === 'Member not found') return 'blank_member_id';
  const dead = error.status === 'token_invalid' || error.status === 'token_missing';
  return dead && error.httpStatus === 401 && sentToken ? 'expire' : 'none';
}

/** Stores the error, shows its toast and applies its consequence. */
export async function reportError(
  error: ApiError,
  { url, sentToken, farewell, isOfEndedSession }: RefusedRequest,
  language: Language,
): Promise<void> {
  const reason = consequenceOf(error, sentToken !== null);
  // After a sign-out, refusals of earlier calls only repeat that the session has ended. A ban is reported, because it
  // contains the reason.
  if (farewell ? reason === 'expire' : isOfEndedSession && reason !== 'ban') return;
  const reported: ReportedError = {
    segment: lastSegment(url),
    message: error.message,
    status: error.status,
    code: error.httpStatus,
  };
  writeStored('axios-error', JSON.stringify(reported));
  // Not an error for the fan: the browser solves the proof of work and retries.
  if (error.status === 'otp_work_needed') return;
  failLoading();
  const consequence = farewell ? 'none' : reason;
  // A refusal for another token, as from a hand-over link, does not concern the signed-in member.
  const current = readStored('access_token');
  const concerned = !current || [current, readStored('PURCHASE_TOKEN')].includes(sentToken);
  if (consequence === 'blank_member_id' && concerned) writeStored('member_id', '');
  if (consequence === 'ban' && concerned) void signOut({ status: 'ban', refusal: error });
  // A late refusal of an older token must not end the current session.
  if (consequence === 'expire' && current === sentToken) expireSession();
  showErrorToast(toastText({ ...reported, message: await loadErrorText(error, language) }));
}

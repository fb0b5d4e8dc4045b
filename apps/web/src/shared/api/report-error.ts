import type { Language } from '@sangwian/i18n/language';
import { failLoading } from '../loading-bar.ts';
import { expireSession, signOut } from '../session/session.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';
import type { ApiError } from './api-error.ts';
import type { RefusedRequest } from './call-api.ts';
import { loadErrorText } from './error-message.ts';
import { lastSegment, type ReportedError, showErrorToast, toastText } from './error-toast.ts';

/** What an error response does beyond its toast. */
export type Consequence = 'none' | 'blank_member_id' | 'ban' | 'expire';

/** Which consequence an error response has (specification, section 8, and api.md on dead tokens). */
export function consequenceOf(
  error: Pick<ApiError, 'status' | 'httpStatus' | 'message'>,
  sentToken: boolean,
): Consequence {
  if (/account has been (suspended|banned)/i.test(error.message)) return 'ban';
  if (error.message === 'Member not found') return 'blank_member_id';
  const dead = error.status === 'token_invalid' || error.status === 'token_missing';
  return dead && error.httpStatus === 401 && sentToken ? 'expire' : 'none';
}

/** Stores the error, shows the toast in that language, and applies the consequence of the error. */
export async function reportError(
  error: ApiError,
  { url, sentToken, farewell }: RefusedRequest,
  language: Language,
): Promise<void> {
  const reported: ReportedError = {
    segment: lastSegment(url),
    message: error.message,
    status: error.status,
    code: error.httpStatus,
  };
  writeStored('axios-error', JSON.stringify(reported));
  // A step of the protocol, not a failure: the browser does the proof of work and retries, so no error reaches the visitor.
  if (error.status === 'otp_work_needed') return;
  failLoading();
  const consequence = farewell ? 'none' : consequenceOf(error, sentToken !== null);
  // What a link of somebody else's comes to does not concern the member who is signed in.
  const current = readStored('access_token');
  const concerned = !current || [current, readStored('PURCHASE_TOKEN')].includes(sentToken);
  if (consequence === 'blank_member_id' && concerned) writeStored('member_id', '');
  if (consequence === 'ban' && concerned) void signOut({ status: 'ban', refusal: error });
  // Several calls may fail by one dead token; and another may be in use by the time the answer comes.
  if (consequence === 'expire' && current === sentToken) expireSession();
  showErrorToast(toastText({ ...reported, message: await loadErrorText(error, language) }));
}

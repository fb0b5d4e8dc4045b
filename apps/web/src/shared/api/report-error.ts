import type { Language } from '@sangwian/i18n/language';
import { failLoading } from '../loading-bar.ts';
import { expireSession, signOut } from '../session/session.ts';
import { readStored, writeStored } from '../storage/local-storage.ts';
import type { ApiError } from './api-error.ts';
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

/**
 * Stores the error, shows the toast, and does what the error asks for.
 *
 * @param language of the toast; `null`: none, since nobody here has asked for anything
 */
export async function reportError(
  error: ApiError,
  url: string,
  sentToken: string | null,
  language: Language | null,
): Promise<void> {
  const reported: ReportedError = {
    segment: lastSegment(url),
    message: error.message,
    status: error.status,
    code: error.httpStatus,
  };
  writeStored('axios-error', JSON.stringify(reported));
  // The browser answers this one by itself, and asks again.
  if (error.status === 'otp_work_needed') return;
  if (language !== null) failLoading();
  const consequence = consequenceOf(error, sentToken !== null);
  // What a link of somebody else's comes to does not concern the member who is signed in.
  const current = readStored('access_token');
  const concerned = !current || [current, readStored('PURCHASE_TOKEN')].includes(sentToken);
  if (consequence === 'blank_member_id' && concerned) writeStored('member_id', '');
  if (consequence === 'ban' && concerned) void signOut({ status: 'ban', refusal: error });
  // Several calls may fail by one dead token; and another may be in use by the time the answer comes.
  if (consequence === 'expire' && current === sentToken) expireSession();
  if (language === null) return;
  showErrorToast(toastText({ ...reported, message: await loadErrorText(error, language) }));
}

import type { Language } from '@sangwian/i18n/language';
import { callApi } from '../api/call-api.ts';
import { getSession, keepMemberIfCurrent } from '../session/session.ts';

async function send(language: Language): Promise<void> {
  const { member } = getSession();
  if (!member || member.language === language) return;
  const { data } = await callApi('PUT /auth/member/profile/update/{member_id}', {
    params: { member_id: member.member_id },
    body: { language },
  });
  keepMemberIfCurrent(data);
}

let last: Promise<void> = Promise.resolve();

/**
 * Stores a member's language on the server too, for text messages. Requests run one after the other, so that the last
 * choice is kept.
 */
export function keepLanguage(language: Language): Promise<void> {
  last = last.catch(() => {}).then(() => send(language));
  return last;
}

import type { Language } from '@sangwian/i18n/language';
import { callApi } from '../api/call-api.ts';
import { getSession, keepChanged } from '../session/session.ts';

async function send(language: Language): Promise<void> {
  const { member } = getSession();
  if (!member || member.language === language) return;
  const { data } = await callApi('PUT /auth/member/profile/update/{member_id}', {
    params: { member_id: member.member_id },
    body: { language },
  });
  keepChanged(data);
}

let last: Promise<void> = Promise.resolve();

/**
 * Keeps the language that a member has chosen at the server as well, which writes to their phone in it. One after the
 * other, so that the last choice is the one that stays.
 */
export function keepLanguage(language: Language): Promise<void> {
  last = last.catch(() => {}).then(() => send(language));
  return last;
}

import type { Language } from '@sangwian/contract/endpoints/member';
import type { MemberRow } from '../members/members.module.ts';
import type { PasswordDeps } from './password-deps.ts';

/** Each fits into one message: 70 characters in Thai, 160 in English. No link, so that none is ever expected. */
const TEXT: Readonly<Record<Language, string>> = {
  TH: 'ตั้งรหัสผ่าน Sangwian ใหม่แล้ว ไม่ใช่คุณ? กด “ลืมรหัสผ่าน” ทันที',
  EN: 'Your Sangwian password was reset. Not you? Open Sangwian and choose "Forgot password" at once.',
};

/** Tells the owner by SMS that the password was reset. Never fails: the reset is done, whether it can be told or not. */
export async function tellReset(
  { sms, logger }: Pick<PasswordDeps, 'sms' | 'logger'>,
  { member_id: memberId, phone, language }: MemberRow,
): Promise<void> {
  if (phone === null) return;
  try {
    await sms.send({ phone, text: TEXT[language] });
  } catch (err) {
    logger.warn({ err, memberId }, 'a reset was not told by SMS');
  }
}

import type { Language } from '@sangwian/contract/endpoints/member';
import type { MemberRow } from '../members/members.module.ts';
import type { PasswordDeps } from './password-deps.ts';

/**
 * Each text fits into one SMS: 70 characters in Thai, 160 in English. The texts contain no links, so that fans learn to
 * distrust messages with links.
 */
const TEXT: Readonly<Record<Language, string>> = {
  TH: 'ตั้งรหัสผ่าน Sangwian ใหม่แล้ว ไม่ใช่คุณ? กด “ลืมรหัสผ่าน” ทันที',
  EN: 'Your Sangwian password was reset. Not you? Open Sangwian and choose "Forgot password" at once.',
};

/** Notifies the owner of a password reset by SMS. Never throws, since the reset is already committed. */
export async function notifyReset(
  { sms, logger }: Pick<PasswordDeps, 'sms' | 'logger'>,
  { member_id: memberId, phone, language }: MemberRow,
): Promise<void> {
  if (phone === null) return;
  try {
    await sms.send({ phone, text: TEXT[language] });
  } catch (err) {
    logger.warn({ err, memberId }, 'password reset notice failed');
  }
}

import type { Language } from '@sangwian/contract/endpoints/member';
import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import { LIMITS } from '@sangwian/contract/limits';

const FOR: Readonly<Record<Language, Readonly<Record<OtpPurpose, string>>>> = {
  TH: {
    register: 'สมัครสมาชิก',
    reset: 'ตั้งรหัสผ่านใหม่',
    link: 'เชื่อมเบอร์โทร',
    delete: 'ลบบัญชี',
  },
  EN: {
    register: 'to join',
    reset: 'to set a new password at',
    link: 'to link this phone at',
    delete: 'to DELETE your account at',
  },
};

export interface OtpMessage {
  readonly code: string;
  readonly reference: string;
  readonly purpose: OtpPurpose;
  readonly language: Language;
}

/**
 * Writes the text of an OTP message. The text names the purpose of the code, as a protection against social
 * engineering. It fits into one SMS: 70 characters in Thai, 160 in English.
 */
export function writeOtpMessage({ code, reference, purpose, language }: OtpMessage): string {
  const goal = FOR[language][purpose];
  return language === 'TH'
    ? `OTP ${code} (Ref ${reference}) ${goal} Sangwian ใน ${LIMITS.otpMinutes} นาที ห้ามบอกใคร`
    : `OTP ${code} (ref ${reference}) ${goal} Sangwian within ${LIMITS.otpMinutes} minutes. Never tell it to anyone.`;
}

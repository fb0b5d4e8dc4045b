import { randomInt } from 'node:crypto';
import { callApi, type Fan } from './fan.ts';
import { readOtp } from './read-sms.ts';
import type { RunFile } from './start-stack.ts';

/** Returns a random Thai mobile number, so that limits per number or number range do not apply. */
export const newPhone = (): string => `09${String(randomInt(100_000_000)).padStart(8, '0')}`;

export const toThaiDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x0e50 + Number(digit)));

export interface NewMember extends Fan {
  readonly phone: string;
  readonly password: string;
}

/** Registers a member at the API. The member is an adult unless a year of birth is given. */
export async function registerMember(run: RunFile, birthYear = 2000): Promise<NewMember> {
  const phone = newPhone();
  const password = 'Corner-of-blue-7';
  const sent = await callApi(run, null, 'POST /auth/member/send-otp', {
    body: { phone, purpose: 'register' },
  });
  const { otp_ref } = sent.data;
  const { data: proven } = await callApi(run, null, 'POST /auth/member/verify-otp', {
    body: { otp_ref, otp: await readOtp(run, phone, otp_ref) },
  });
  const { data } = await callApi(run, null, 'POST /auth/member/register-v2', {
    body: {
      first_name: 'น้ำค้าง',
      last_name: 'ใจดี',
      birth_day: 29,
      birth_month: 2,
      birth_year: birthYear,
      gender: 'unspecified',
      phone,
      password,
      confirm_password: password,
      agree_terms: true,
      otp_token: proven.otp_token,
    },
  });
  return {
    phone,
    password,
    memberId: data.member.member_id,
    accessToken: data.access_token,
    call: (op, request) => callApi(run, data.access_token, op, request),
  };
}

import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { normalizeEmail } from '@sangwian/contract/rules/email';
import { normalizePersonName } from '@sangwian/contract/rules/person-name';
import { callApi } from '../../shared/api/call-api.ts';
import type { TypedDetails } from './sign-up-draft.ts';

/** The details with the password, complete by the form's rules. */
export interface Details extends TypedDetails {
  readonly password: string;
  readonly confirm_password: string;
}

type Body = RequestOf<'POST /auth/member/register-v2'>['body'];
type SignedIn = ResponseOf<'POST /auth/member/register-v2'>['data'];

/** What is not asked for in the form. */
export interface Proven {
  /** As the API has it. */
  readonly phone: string;
  readonly otp_token: string;
  /** Of a first sign-in with LINE or Apple. */
  readonly registration_token: string | null;
}

/** What is sent: empty fields that may be left out are left out. */
export function registrationBody(details: Details, proven: Proven): Body {
  const email = normalizeEmail(details.email);
  const { birth, gender, agree_terms, password, confirm_password } = details;
  const { phone, otp_token, registration_token } = proven;
  return {
    first_name: normalizePersonName(details.first_name),
    last_name: normalizePersonName(details.last_name),
    ...(email === '' ? {} : { email }),
    birth_day: Number(birth.day),
    birth_month: Number(birth.month),
    birth_year: Number(birth.year),
    gender: gender ?? 'unspecified',
    agree_terms,
    phone,
    otp_token,
    ...(password === '' ? {} : { password, confirm_password }),
    ...(registration_token === null ? {} : { registration_token }),
  };
}

/**
 * Makes the member, and signs them in.
 *
 * @param provider whose first sign-in this completes
 * @throws {ApiError} as the two calls of registration
 * @throws {ConnectionError} where no answer came; the member may be there nevertheless (`signInAfterLostAnswer`)
 */
export async function registerMember(
  body: Body,
  provider: 'line' | 'apple' | null,
): Promise<SignedIn> {
  const { registration_token } = body;
  if (provider === 'apple' && registration_token !== undefined) {
    const apple = { ...body, registration_token };
    return (await callApi('POST /auth/member/register', { body: apple })).data;
  }
  return (await callApi('POST /auth/member/register-v2', { body })).data;
}

/**
 * Where the answer to a registration was lost on its way, the member may be there: then signs in by what was typed.
 *
 * @returns `null` where that was not so
 */
export async function signInAfterLostAnswer({ phone, password }: Body): Promise<SignedIn | null> {
  if (password === undefined) return null;
  try {
    const body = { phone, password };
    return (await callApi('POST /auth/member/login-v2', { body })).data;
  } catch {
    return null;
  }
}

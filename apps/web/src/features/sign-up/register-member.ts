import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { normalizeEmail } from '@sangwian/contract/rules/email';
import { normalizePersonName } from '@sangwian/contract/rules/person-name';
import { callApi } from '../../shared/api/call-api.ts';
import type { TypedDetails } from './sign-up-draft.ts';

/** The validated details with the password. */
export interface Details extends TypedDetails {
  readonly password: string;
  readonly confirm_password: string;
}

type Body = RequestOf<'POST /auth/member/register-v2'>['body'];
type SignedIn = ResponseOf<'POST /auth/member/register-v2'>['data'];

/** The values that are not fields of the form. */
export interface Proven {
  /** The phone number in the API's format. */
  readonly phone: string;
  readonly otp_token: string;
  /** The token of a first sign-in with LINE or Apple. */
  readonly registration_token: string | null;
}

/** Returns the body of the registration, without empty optional fields. */
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
 * Registers the member and signs them in.
 *
 * @param provider the provider whose first sign-in this completes
 * @throws {ApiError} as both endpoints of the registration
 * @throws {ConnectionError} without a response; the member may exist anyway (`signInAfterLostResponse`)
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
 * Signs in with the typed data after the response to a registration was lost, because the member may exist.
 *
 * @returns `null` if the member does not exist
 */
export async function signInAfterLostResponse({ phone, password }: Body): Promise<SignedIn | null> {
  if (password === undefined) return null;
  try {
    const body = { phone, password };
    return (await callApi('POST /auth/member/login-v2', { body })).data;
  } catch {
    return null;
  }
}

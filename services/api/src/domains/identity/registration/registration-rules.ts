import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { judgeBirthDate, toIsoDate } from '@sangwian/contract/rules/birth-date';
import { isEmail, normalizeEmail } from '@sangwian/contract/rules/email';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';
import { ApiError } from '@sangwian/node-kit/api-error';
import { parsePhone, passwordErrorOf } from '../members/members.module.ts';

/** The submitted form. */
export interface RegistrationForm {
  readonly first_name: string;
  readonly last_name: string;
  readonly email?: string | undefined;
  readonly birth_day: number;
  readonly birth_month: number;
  readonly birth_year: number;
  readonly phone: string;
  readonly gender: 'male' | 'female' | 'unspecified';
  readonly agree_terms: boolean;
  readonly password?: string | undefined;
  readonly confirm_password?: string | undefined;
}

/** The validated form. */
export interface ValidRegistration {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  /** E.164. */
  readonly phone: string;
  readonly gender: 'male' | 'female' | 'unspecified';
  /** `null` if the member signs in with LINE or Apple and chose no password. */
  readonly password: string | null;
}

export interface RegistrationCircumstances {
  /** The current day in Bangkok, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the member has another way to sign in. */
  readonly passwordOptional: boolean;
}

interface FieldError {
  readonly path: string;
  readonly code: ErrorCode;
}

function birthDateErrorOf(birthDate: string | null, today: string): ErrorCode | null {
  if (birthDate === null) return 'birth_date_invalid';
  const verdict = judgeBirthDate(birthDate, today);
  if (verdict === null) return null;
  return verdict === 'too_young' ? 'age_too_young' : 'birth_date_invalid';
}

function passwordErrorsOf(
  { password, confirm_password: confirmed }: RegistrationForm,
  optional: boolean,
): FieldError[] {
  if (password === undefined && confirmed === undefined && optional) return [];
  const weakness = passwordErrorOf(password ?? '');
  return [
    ...(weakness === null ? [] : [{ path: 'password', code: weakness }]),
    ...(password === confirmed
      ? []
      : [{ path: 'confirm_password', code: 'password_mismatch' as const }]),
  ];
}

/**
 * Validates and normalises the form.
 *
 * @throws {ApiError} the code of the first invalid field; `details` has every invalid field with its message
 */
export function checkRegistration(
  form: RegistrationForm,
  { today, passwordOptional }: RegistrationCircumstances,
): ValidRegistration {
  const [firstName, lastName] = [form.first_name, form.last_name].map(normalizePersonName) as [
    string,
    string,
  ];
  const email = normalizeEmail(form.email ?? '');
  const birthDate = toIsoDate(form.birth_day, form.birth_month, form.birth_year);
  const phone = parsePhone(form.phone);
  const verdicts: readonly { readonly path: string; readonly code: ErrorCode | null }[] = [
    { path: 'first_name', code: isPersonName(firstName) ? null : 'name_invalid' },
    { path: 'last_name', code: isPersonName(lastName) ? null : 'name_invalid' },
    { path: 'email', code: email === '' || isEmail(email) ? null : 'email_invalid' },
    { path: 'birth_date', code: birthDateErrorOf(birthDate, today) },
    { path: 'phone', code: phone === null ? 'phone_invalid' : null },
    ...passwordErrorsOf(form, passwordOptional),
    { path: 'agree_terms', code: form.agree_terms ? null : 'terms_not_agreed' },
  ];
  const errors = verdicts.filter((verdict): verdict is FieldError => verdict.code !== null);
  const [first] = errors;
  if (first !== undefined || birthDate === null || phone === null) {
    throw new ApiError(first?.code ?? 'request_invalid', {
      details: errors.map(({ path, code }) => ({ path: `body.${path}`, message: ERROR_EN[code] })),
    });
  }
  return {
    firstName,
    lastName,
    email: email === '' ? null : email,
    birthDate,
    phone,
    gender: form.gender,
    password: form.password ?? null,
  };
}

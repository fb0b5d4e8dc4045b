import { LIMITS } from '@sangwian/contract/limits';
import { judgeBirthDate, toIsoDate } from '@sangwian/contract/rules/birth-date';
import { isEmail, normalizeEmail } from '@sangwian/contract/rules/email';
import { isAllowedPassword } from '@sangwian/contract/rules/password';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';
import { isMobile, isPhone } from './phone-number.ts';

/** The validation errors of all forms. `field-message.tsx` has their sentences. */
export type ValidationError =
  | 'first_name_missing'
  | 'last_name_missing'
  | 'name_invalid'
  | 'name_too_long'
  | 'email_invalid'
  | 'phone_missing'
  | 'phone_invalid'
  | 'password_missing'
  | 'password_weak'
  | 'confirm_missing'
  | 'passwords_differ'
  | 'new_passwords_differ'
  | 'gender_missing'
  | 'birth_date_missing'
  | 'birth_date_invalid'
  | 'age_too_young'
  | 'terms_missing'
  | 'otp_incomplete'
  | 'pin_incomplete'
  | 'method_missing'
  | 'pins_differ'
  | 'form_incomplete';

/** The result of a rule for React Hook Form's `validate`: `true`, or the error. */
export type RuleResult = true | ValidationError;

/** Truncates a name to the maximum length before the check, so that a long name is not reported as invalid. */
const startOf = (name: string): string =>
  [...name]
    .slice(0, LIMITS.nameCharsMax)
    .join('')
    .replace(/[ '’-]$/, '');

const nameRule =
  (missing: ValidationError) =>
  (typed: string): RuleResult => {
    const name = normalizePersonName(typed);
    if (name === '') return missing;
    if (isPersonName(name)) return true;
    return isPersonName(startOf(name)) && name.length > LIMITS.nameCharsMax
      ? 'name_too_long'
      : 'name_invalid';
  };

export const firstNameRule = nameRule('first_name_missing');
export const lastNameRule = nameRule('last_name_missing');

export const emailRule = (typed: string): RuleResult => {
  const email = normalizeEmail(typed);
  return email === '' || isEmail(email) || 'email_invalid';
};

/** The rule for the phone number of an existing member. */
export const phoneRule = (typed: string): RuleResult =>
  typed.trim() === '' ? 'phone_missing' : isPhone(typed) || 'phone_invalid';

/** The rule for a mobile number, which can receive an OTP. */
export const mobileRule = (typed: string): RuleResult =>
  typed.trim() === '' ? 'phone_missing' : isMobile(typed) || 'phone_invalid';

/** The rule for an existing password, without rules for its characters. */
export const knownPasswordRule = (typed: string): RuleResult => typed !== '' || 'password_missing';

export const newPasswordRule = (typed: string): RuleResult =>
  typed === '' ? 'password_missing' : isAllowedPassword(typed) || 'password_weak';

/** The rule for the repeated password. A reset or a change has another error sentence than a registration. */
export const confirmRule = (
  typed: string,
  password: string,
  differ: 'passwords_differ' | 'new_passwords_differ' = 'passwords_differ',
): RuleResult => (typed === '' ? 'confirm_missing' : typed === password || differ);

/** The three selects of a birth date as text; empty until chosen. */
export interface BirthDateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** The rule for a birth date. `today` is `YYYY-MM-DD` in Bangkok. */
export function birthDateRule({ day, month, year }: BirthDateParts, today: string): RuleResult {
  if (!day || !month || !year) return 'birth_date_missing';
  const birthDate = toIsoDate(Number(day), Number(month), Number(year));
  const against = birthDate === null ? 'impossible' : judgeBirthDate(birthDate, today);
  if (against === null) return true;
  return against === 'too_young' ? 'age_too_young' : 'birth_date_invalid';
}

export const genderRule = (chosen: string | null | undefined): RuleResult =>
  Boolean(chosen) || 'gender_missing';

export const termsRule = (agreed: boolean): RuleResult => agreed || 'terms_missing';

const codeRule =
  (digits: number, incomplete: ValidationError) =>
  (typed: string): RuleResult =>
    typed.length === digits || incomplete;

export const otpRule = codeRule(LIMITS.otpDigits, 'otp_incomplete');
export const pinRule = codeRule(LIMITS.pinDigits, 'pin_incomplete');

export const confirmPinRule = (typed: string, pin: string): RuleResult =>
  typed === '' ? 'pin_incomplete' : typed === pin || 'pins_differ';

export const methodRule = (chosen: string | null | undefined): RuleResult =>
  Boolean(chosen) || 'method_missing';

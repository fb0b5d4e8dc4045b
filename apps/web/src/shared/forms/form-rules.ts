import { LIMITS } from '@sangwian/contract/limits';
import { judgeBirthDate, toIsoDate } from '@sangwian/contract/rules/birth-date';
import { isEmail, normalizeEmail } from '@sangwian/contract/rules/email';
import { isAllowedPassword } from '@sangwian/contract/rules/password';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';
import { isMobile, isPhone } from './phone-number.ts';

/** What a form has to say against a field. `FieldMessage` has the sentence of each, in both languages. */
export type Complaint =
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

/** A rule for React Hook Form's `validate`: `true`, or the complaint. */
export type Verdict = true | Complaint;

/** As much of a name as is surely not too long, to tell a long one from one with what no name has. */
const startOf = (name: string): string =>
  [...name]
    .slice(0, LIMITS.nameCharsMax)
    .join('')
    .replace(/[ '’-]$/, '');

const nameRule =
  (missing: Complaint) =>
  (typed: string): Verdict => {
    const name = normalizePersonName(typed);
    if (name === '') return missing;
    if (isPersonName(name)) return true;
    return isPersonName(startOf(name)) && name.length > LIMITS.nameCharsMax
      ? 'name_too_long'
      : 'name_invalid';
  };

export const firstNameRule = nameRule('first_name_missing');
export const lastNameRule = nameRule('last_name_missing');

/** May be left empty. */
export const emailRule = (typed: string): Verdict => {
  const email = normalizeEmail(typed);
  return email === '' || isEmail(email) || 'email_invalid';
};

/** The number of somebody who is a member already. */
export const phoneRule = (typed: string): Verdict =>
  typed.trim() === '' ? 'phone_missing' : isPhone(typed) || 'phone_invalid';

/** A number that an OTP can be sent to. */
export const mobileRule = (typed: string): Verdict =>
  typed.trim() === '' ? 'phone_missing' : isMobile(typed) || 'phone_invalid';

/** A password that is asked for, whatever it is made of. */
export const knownPasswordRule = (typed: string): Verdict => typed !== '' || 'password_missing';

export const newPasswordRule = (typed: string): Verdict =>
  typed === '' ? 'password_missing' : isAllowedPassword(typed) || 'password_weak';

/** The same again. A reset and a change say it in other words than a registration. */
export const confirmRule = (
  typed: string,
  password: string,
  differ: 'passwords_differ' | 'new_passwords_differ' = 'passwords_differ',
): Verdict => (typed === '' ? 'confirm_missing' : typed === password || differ);

/** The three lists of a birth date, as text; an empty one is not chosen yet. */
export interface BirthDateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** `today` is `YYYY-MM-DD` in Bangkok. */
export function birthDateRule({ day, month, year }: BirthDateParts, today: string): Verdict {
  if (!day || !month || !year) return 'birth_date_missing';
  const birthDate = toIsoDate(Number(day), Number(month), Number(year));
  const against = birthDate === null ? 'impossible' : judgeBirthDate(birthDate, today);
  if (against === null) return true;
  return against === 'too_young' ? 'age_too_young' : 'birth_date_invalid';
}

export const genderRule = (chosen: string | null | undefined): Verdict =>
  Boolean(chosen) || 'gender_missing';

export const termsRule = (agreed: boolean): Verdict => agreed || 'terms_missing';

const codeRule =
  (digits: number, incomplete: Complaint) =>
  (typed: string): Verdict =>
    typed.length === digits || incomplete;

export const otpRule = codeRule(LIMITS.otpDigits, 'otp_incomplete');
export const pinRule = codeRule(LIMITS.pinDigits, 'pin_incomplete');

export const confirmPinRule = (typed: string, pin: string): Verdict =>
  typed === '' ? 'pin_incomplete' : typed === pin || 'pins_differ';

/** A way to reset a password has to be chosen before anything goes on. */
export const methodRule = (chosen: string | null | undefined): Verdict =>
  Boolean(chosen) || 'method_missing';

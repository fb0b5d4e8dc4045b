import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { judgeBirthDate, toIsoDate } from '@sangwian/contract/rules/birth-date';
import { isEmail, normalizeEmail } from '@sangwian/contract/rules/email';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';
import type { ProfileChange } from '../members/members.module.ts';

/** The requested changes of a profile. Missing fields keep their value. */
export interface ProfileRequest {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  /** An empty string removes the email. */
  readonly email?: string | undefined;
  readonly birth_day?: number | undefined;
  readonly birth_month?: number | undefined;
  readonly birth_year?: number | undefined;
  readonly gender?: ProfileChange['gender'];
  readonly language?: ProfileChange['language'];
  readonly show_results?: boolean | undefined;
}

export type ProfileResult =
  | { readonly ok: true; readonly change: ProfileChange }
  | { readonly ok: false; readonly code: ErrorCode };

const refuse = (code: ErrorCode): ProfileResult => ({ ok: false, code });

/** Reads the birth date: all three fields are required, or none to keep the stored date. */
function readBirthDate(
  { birth_day: day, birth_month: month, birth_year: year }: ProfileRequest,
  today: string,
): { readonly birthDate: string | undefined } | { readonly code: ErrorCode } {
  if (day === undefined && month === undefined && year === undefined) {
    return { birthDate: undefined };
  }
  if (day === undefined || month === undefined || year === undefined) {
    return { code: 'birth_date_invalid' };
  }
  const birthDate = toIsoDate(day, month, year);
  if (birthDate === null) return { code: 'birth_date_invalid' };
  const error = judgeBirthDate(birthDate, today);
  if (error === null) return { birthDate };
  return { code: error === 'too_young' ? 'age_too_young' : 'birth_date_invalid' };
}

/** Validates and normalises a profile change. @param today current day in Bangkok, `YYYY-MM-DD` */
export function validateProfile(request: ProfileRequest, today: string): ProfileResult {
  const [firstName, lastName] = [request.first_name, request.last_name].map((name) =>
    name === undefined ? undefined : normalizePersonName(name),
  );
  for (const name of [firstName, lastName]) {
    if (name !== undefined && !isPersonName(name)) return refuse('name_invalid');
  }
  const email = request.email === undefined ? undefined : normalizeEmail(request.email) || null;
  if (typeof email === 'string' && !isEmail(email)) return refuse('email_invalid');
  const birth = readBirthDate(request, today);
  if ('code' in birth) return refuse(birth.code);
  return {
    ok: true,
    change: {
      firstName,
      lastName,
      email,
      birthDate: birth.birthDate,
      gender: request.gender,
      language: request.language,
      showsResults: request.show_results,
    },
  };
}

import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { judgeBirthDate, toIsoDate } from '@sangwian/contract/rules/birth-date';
import { isEmail, normalizeEmail } from '@sangwian/contract/rules/email';
import { isPersonName, normalizePersonName } from '@sangwian/contract/rules/person-name';
import type { ProfileChange } from '../members/members.module.ts';

/** What a member asks to change; what is not there stays. */
export interface AskedProfile {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  /** Empty: none. */
  readonly email?: string | undefined;
  readonly birth_day?: number | undefined;
  readonly birth_month?: number | undefined;
  readonly birth_year?: number | undefined;
  readonly gender?: ProfileChange['gender'];
  readonly language?: ProfileChange['language'];
}

export type JudgedProfile =
  | { readonly ok: true; readonly change: ProfileChange }
  | { readonly ok: false; readonly code: ErrorCode };

const refuse = (code: ErrorCode): JudgedProfile => ({ ok: false, code });

/** The birth date that is asked for: all three parts, or none and it stays. */
function readBirthDate(
  { birth_day: day, birth_month: month, birth_year: year }: AskedProfile,
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
  const against = judgeBirthDate(birthDate, today);
  if (against === null) return { birthDate };
  return { code: against === 'too_young' ? 'age_too_young' : 'birth_date_invalid' };
}

/**
 * A change of profile as it may be written, or why not.
 *
 * @param today in Bangkok, `YYYY-MM-DD`
 */
export function judgeProfile(asked: AskedProfile, today: string): JudgedProfile {
  const [firstName, lastName] = [asked.first_name, asked.last_name].map((name) =>
    name === undefined ? undefined : normalizePersonName(name),
  );
  for (const name of [firstName, lastName]) {
    if (name !== undefined && !isPersonName(name)) return refuse('name_invalid');
  }
  const email = asked.email === undefined ? undefined : normalizeEmail(asked.email) || null;
  if (typeof email === 'string' && !isEmail(email)) return refuse('email_invalid');
  const birth = readBirthDate(asked, today);
  if ('code' in birth) return refuse(birth.code);
  return {
    ok: true,
    change: {
      firstName,
      lastName,
      email,
      birthDate: birth.birthDate,
      gender: asked.gender,
      language: asked.language,
    },
  };
}

import type { RequestOf } from '@sangwian/contract/contract';
import {
  type BirthDateParts,
  birthDateRule,
  type RuleResult,
} from '../../shared/forms/form-rules.ts';
import type { MemberProfile } from '../../shared/session/session.ts';

type Change = RequestOf<'PUT /auth/member/profile/update/{member_id}'>['body'];

export interface ProfileValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly birth: BirthDateParts;
  readonly gender: MemberProfile['member_gender'];
}

const NO_DATE: BirthDateParts = { day: '', month: '', year: '' };

function partsOf(isoDate: string | null): BirthDateParts {
  const [year = '', month = '', day = ''] = isoDate?.split('-') ?? [];
  return year === '' ? NO_DATE : { day: String(Number(day)), month: String(Number(month)), year };
}

/** Returns the values of the profile form for a member. */
export const valuesOf = (member: MemberProfile): ProfileValues => ({
  first_name: member.member_fname,
  last_name: member.member_lname,
  email: member.member_email ?? '',
  birth: partsOf(member.member_birth_date),
  gender: member.member_gender,
});

const isNoDate = ({ day, month, year }: BirthDateParts): boolean => !day && !month && !year;

/** The birth date is optional only for a partner's members, who may have none. */
export const ownBirthDateRule = (
  birth: BirthDateParts,
  had: string | null,
  today: string,
): RuleResult => (had === null && isNoDate(birth)) || birthDateRule(birth, today);

/** Returns the changed fields only, so that changes of other fields in another tab are kept. */
export function changeOf(values: ProfileValues, member: MemberProfile): Change {
  const before = valuesOf(member);
  const { day, month, year } = values.birth;
  const born = before.birth;
  const sameDate = day === born.day && month === born.month && year === born.year;
  return {
    ...(values.first_name === before.first_name ? {} : { first_name: values.first_name }),
    ...(values.last_name === before.last_name ? {} : { last_name: values.last_name }),
    ...(values.email.trim() === before.email ? {} : { email: values.email.trim() }),
    ...(sameDate || isNoDate(values.birth)
      ? {}
      : { birth_day: Number(day), birth_month: Number(month), birth_year: Number(year) }),
    ...(values.gender === before.gender ? {} : { gender: values.gender }),
  };
}

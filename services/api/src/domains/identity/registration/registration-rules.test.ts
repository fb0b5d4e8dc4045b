import { ApiError } from '@sangwian/node-kit/api-error';
import { describe, expect, test } from 'vitest';
import {
  checkRegistration,
  type RegistrationForm,
  type ValidRegistration,
} from './registration-rules.ts';

const TODAY = '2026-11-21';
const FORM: RegistrationForm = {
  first_name: 'สมศรี',
  last_name: "O'Neill-ณ อยุธยา",
  birth_day: 29,
  birth_month: 2,
  birth_year: 2000,
  phone: '+660812345678',
  gender: 'female',
  agree_terms: true,
  password: 'ringside-72',
  confirm_password: 'ringside-72',
};

const check = (change: Partial<RegistrationForm>, passwordOptional = false): ValidRegistration =>
  checkRegistration({ ...FORM, ...change }, { today: TODAY, passwordOptional });

/** Returns the error code and the invalid fields of a form. */
function refusal(change: Partial<RegistrationForm>, passwordOptional = false) {
  try {
    check(change, passwordOptional);
  } catch (error) {
    if (error instanceof ApiError) {
      return [error.code, ...(error.details ?? []).map(({ path }) => path.replace('body.', ''))];
    }
    throw error;
  }
  return null;
}

test('normalises a form: NFC, E.164, ISO date', () => {
  expect(check({ first_name: '  น้ำ\u200bฝน ', email: ' somsri@mail.example ' })).toEqual({
    firstName: 'น้ำฝน',
    lastName: "O'Neill-ณ อยุธยา",
    email: 'somsri@mail.example',
    birthDate: '2000-02-29',
    phone: '+66812345678',
    gender: 'female',
    password: 'ringside-72',
  });
  expect(check({ email: '  ' }).email).toBeNull();
});

describe('a name', () => {
  test.each(['น้ำฝน', 'ก้องเกียรติ', 'José', 'Anne-Marie', "D'Angelo", 'ณ อยุธยา'])(
    '%s is accepted',
    (name) => {
      expect(check({ first_name: name, last_name: name }).firstName).toBe(name.normalize('NFC'));
    },
  );

  test.each(['', ' ', 'Som2', 'สม๒', 'Som!', '🥊', 'a@b', '<b>', '้า', 'x'.repeat(400)])(
    '"%s" is refused in its field',
    (name) => {
      expect(refusal({ first_name: name })).toEqual(['name_invalid', 'first_name']);
      expect(refusal({ last_name: name })).toEqual(['name_invalid', 'last_name']);
    },
  );
});

describe('a birth date', () => {
  test.each([
    [29, 2, 2001],
    [31, 4, 2000],
    [0, 1, 2000],
    [1, 13, 2000],
    [1, 1, 2543],
    [22, 11, 2026],
    [1, 1, 1800],
    [1e9, 1, 2000],
  ])('%i/%i/%i is refused', (birth_day, birth_month, birth_year) => {
    expect(refusal({ birth_day, birth_month, birth_year })).toEqual([
      'birth_date_invalid',
      'birth_date',
    ]);
  });

  test('requires a minimum age of thirteen, exact to the day', () => {
    const born = (birth_day: number) => ({ birth_day, birth_month: 11, birth_year: 2013 });
    expect(refusal(born(22))).toEqual(['age_too_young', 'birth_date']);
    expect(refusal(born(21))).toBeNull();
  });
});

test.each(['nobody', 'a@b', 'a b@c.co', `${'x'.repeat(300)}@mail.example`])(
  '"%s" is not an email address',
  (email) => {
    expect(refusal({ email })).toEqual(['email_invalid', 'email']);
  },
);

test.each(['', '0812', '021234567', '08123456789', 'phone'])(
  '"%s" is not a mobile phone',
  (phone) => {
    expect(refusal({ phone })).toEqual(['phone_invalid', 'phone']);
  },
);

describe('a password', () => {
  const same = (password: string) => ({ password, confirm_password: password });

  test('has more than six characters, a letter and a digit, and is not a common one', () => {
    for (const weak of ['', 'abc123', 'abcdefg', '1234567', 'กขคงจฉ1']) {
      expect(refusal(same(weak)), weak).toEqual(['password_weak', 'password']);
    }
    expect(refusal(same('password1'))).toEqual(['password_common', 'password']);
    expect(refusal(same('ring-72'))).toBeNull();
  });

  test('must be confirmed', () => {
    expect(refusal({ confirm_password: 'ringside-73' })).toEqual([
      'password_mismatch',
      'confirm_password',
    ]);
  });

  test('is optional with another way to sign in, but is validated if given', () => {
    const { password: _, confirm_password: __, ...without } = FORM;
    const circumstances = { today: TODAY, passwordOptional: true };
    expect(checkRegistration(without, circumstances).password).toBeNull();
    expect(refusal(same('weak'), true)).toEqual(['password_weak', 'password']);
    expect(() => checkRegistration(without, { ...circumstances, passwordOptional: false })).toThrow(
      ApiError,
    );
  });
});

test('lists all invalid fields, and takes the code from the first one', () => {
  expect(
    refusal({
      last_name: '123',
      email: 'x',
      birth_month: 13,
      phone: '1',
      password: 'a',
      agree_terms: false,
    }),
  ).toEqual([
    'name_invalid',
    'last_name',
    'email',
    'birth_date',
    'phone',
    'password',
    'confirm_password',
    'agree_terms',
  ]);
  expect(refusal({ agree_terms: false })).toEqual(['terms_not_agreed', 'agree_terms']);
});

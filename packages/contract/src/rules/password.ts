import { LIMITS } from '../limits.ts';

/** More than six characters, at least one letter a–z and one digit 0–9 (specification, section 5). */
export const isAllowedPassword = (password: string): boolean =>
  // An emoji is one character, however many units it is stored in.
  [...password].length > LIMITS.passwordCharsOver &&
  password.length <= LIMITS.passwordCharsMax &&
  /[a-z]/i.test(password) &&
  /[0-9]/.test(password);

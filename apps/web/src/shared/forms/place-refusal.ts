import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { REFUSED } from './field-message.tsx';
import { codeWithEnd } from './lock-end.ts';

/**
 * The code that a failed call is told by, a lock's with its end (`lock-end.ts`); without a network there is none, and the
 * system is to blame.
 */
export const codeOf = (error: unknown): string =>
  error instanceof ApiError ? codeWithEnd(error, Date.now()) : 'unavailable';

/**
 * Shows a refusal at the field that its code is about, the rest above the button (`errors.root`).
 *
 * @example catch (error) { placeRefusal(error, { phone_exists_log_in: 'phone' }, setError); }
 */
export function placeRefusal<Values extends FieldValues>(
  error: unknown,
  fields: Partial<Record<ErrorCode, FieldPath<Values>>>,
  setError: UseFormSetError<Values>,
): void {
  const code = codeOf(error);
  const field = (fields as Partial<Record<string, FieldPath<Values>>>)[code];
  const kept = { type: REFUSED, message: code };
  if (field) setError(field, kept, { shouldFocus: true });
  else setError('root', kept);
}

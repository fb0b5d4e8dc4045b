import type { ErrorCode } from '@sangwian/contract/errors/codes';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { REFUSED } from './field-message.tsx';
import { codeWithEnd } from './lock-end.ts';

/**
 * Returns the error code of a failed call; `unavailable` without a response. The code of a rate limit includes its end
 * (`lock-end.ts`).
 */
export const codeOf = (error: unknown): string =>
  error instanceof ApiError ? codeWithEnd(error, Date.now()) : 'unavailable';

/**
 * Shows a refusal at the field of its code; any other refusal above the button (`errors.root`).
 *
 * @example catch (error) { setRefusal(error, { phone_exists_log_in: 'phone' }, setError); }
 */
export function setRefusal<Values extends FieldValues>(
  error: unknown,
  fields: Partial<Record<ErrorCode, FieldPath<Values>>>,
  setError: UseFormSetError<Values>,
): void {
  const code = codeOf(error);
  const field = (fields as Partial<Record<string, FieldPath<Values>>>)[code];
  const refusal = { type: REFUSED, message: code };
  if (field) setError(field, refusal, { shouldFocus: true });
  else setError('root', refusal);
}

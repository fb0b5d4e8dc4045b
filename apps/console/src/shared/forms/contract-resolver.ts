import { msg } from '@lingui/core/macro';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { i18n } from '../language/language.ts';

const EMPTY = msg`Fill this in`;
const TOO_LONG = msg`This is too long`;
const UNFIT = msg`Check this`;

const sentenceOf = (code: string, isEmpty: boolean): string => {
  if (isEmpty) return i18n._(EMPTY);
  return code === 'too_big' ? i18n._(TOO_LONG) : i18n._(UNFIT);
};

/**
 * Returns a form resolver that validates with a schema of the contract, so that the console and the API agree.
 *
 * @example contractResolver<Values>(staffEndpoints['POST /operator/invitation'].body)
 */
export const contractResolver =
  <Values extends FieldValues>(schema: z.ZodType): Resolver<Values> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code } of parsed.error.issues) {
      const field = String(path[0] ?? 'root');
      const isEmpty = String(values[field] ?? '').trim() === '';
      errors[field] ??= { type: code, message: sentenceOf(code, isEmpty) };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };

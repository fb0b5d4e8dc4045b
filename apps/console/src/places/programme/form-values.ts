import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { contractResolver } from '../../shared/forms/contract-resolver.ts';

/** Converts a form's texts and validates the result with a schema of the contract. */
export const convertedResolver =
  <Values extends FieldValues>(
    schema: z.ZodType,
    convert: (values: Values) => object,
  ): Resolver<Values> =>
  (values, context, options) =>
    contractResolver<Values>(schema)(convert(values) as Values, context, options);

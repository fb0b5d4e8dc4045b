import { Notice } from '@sangwian/ui/notice';
import type { ReactNode } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { type FieldErrorCode, fieldMessage } from './field-message.tsx';

/** Returns whether an error means that a field is empty or incomplete. */
const isMissing = (error: FieldErrorCode | undefined): boolean =>
  /_(missing|incomplete)$/.test(error?.message ?? '');

interface FormRefusalProps {
  readonly errors: FieldErrors<FieldValues>;
  /** An action that is shown after the sentence. */
  readonly children?: ReactNode;
}

/**
 * The error of the whole form, above its button: the API's refusal, or a note about incomplete fields.
 *
 * @example <FormRefusal errors={errors} />
 */
export function FormRefusal({ errors, children }: FormRefusalProps) {
  const { root, ...fields } = errors;
  const incomplete = Object.values(fields).some((error) => isMissing(error as FieldErrorCode));
  return (
    <Notice tone="danger">
      {fieldMessage(root) ?? (incomplete ? fieldMessage({ message: 'form_incomplete' }) : null)}
      {children}
    </Notice>
  );
}

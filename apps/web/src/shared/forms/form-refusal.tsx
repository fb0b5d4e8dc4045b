import { Notice } from '@sangwian/ui/notice';
import type { ReactNode } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { fieldMessage, type KeptError } from './field-message.tsx';

/** A field that was left empty, or a code with digits too few. */
const isMissing = (error: KeptError | undefined): boolean =>
  /_(missing|incomplete)$/.test(error?.message ?? '');

interface FormRefusalProps {
  readonly errors: FieldErrors<FieldValues>;
  /** What to do about it, beside the sentence. */
  readonly children?: ReactNode;
}

/**
 * What stands against the whole form, above its button: what the server said, or that something is not filled in yet.
 *
 * @example <FormRefusal errors={errors} />
 */
export function FormRefusal({ errors, children }: FormRefusalProps) {
  const { root, ...fields } = errors;
  const incomplete = Object.values(fields).some((error) => isMissing(error as KeptError));
  return (
    <Notice tone="danger">
      {fieldMessage(root) ?? (incomplete ? fieldMessage({ message: 'form_incomplete' }) : null)}
      {children}
    </Notice>
  );
}

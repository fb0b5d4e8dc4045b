import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { ApiError, isCode, ProofRefusedError } from '../api/api-error.ts';
import { loadErrorText } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';
import { useLanguage } from '../language/language.ts';

interface StaffFormOptions<Values extends FieldValues> {
  readonly defaultValues: DefaultValues<Values>;
  /** A resolver for a schema of the contract, from `contractResolver`. */
  readonly resolver?: Resolver<Values>;
  /** The form field that each error code of the API belongs to. */
  readonly fields?: Partial<Record<ErrorCode, Path<Values>>>;
  /** The topic of the edited row. After a stale edit its queries are read again, which brings the new version. */
  readonly topic?: string;
  /**
   * The current version of the edited row. The form sends the version that the operator saw when the form opened, so
   * that the API refuses the edit as stale if the row was changed in the meantime. The next attempt sends the
   * current version.
   */
  readonly version?: number | undefined;
  /** Sends the request with this version. An error that it throws is shown, and the form keeps its values. */
  readonly send: (values: Values, version: number) => Promise<void>;
}

interface StaffForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly submit: () => void;
  readonly isSending: boolean;
  /** A failure that belongs to no field. */
  readonly failure: Error | null;
  /** Returns the error of a field, for `error` of its input. */
  readonly errorOf: (field: Path<Values>) => string | undefined;
}

/**
 * Creates a form that shows errors of the API at their fields. A failure keeps what was typed.
 *
 * @example
 * const { form, submit, errorOf } = useStaffForm({ defaultValues: { name: '' }, send: async (values) => { … } });
 * <Field label={t`Name`} error={errorOf('name')} {...form.register('name')} />
 */
export function useStaffForm<Values extends FieldValues>(
  options: StaffFormOptions<Values>,
): StaffForm<Values> {
  const { defaultValues, resolver, fields = {}, topic, version = 0, send } = options;
  const seenVersion = useRef<number | null>(version);
  const language = useLanguage();
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<Values>({
    defaultValues,
    ...(resolver ? { resolver } : {}),
    reValidateMode: 'onSubmit',
  });
  const refuse = async (error: unknown): Promise<void> => {
    // A person who closed the dialog of the second factor knows that nothing was sent.
    if (error instanceof ProofRefusedError) return;
    if (topic !== undefined && isCode(error, 'edit_stale')) {
      await queryClient.invalidateQueries({ queryKey: [topic] });
      seenVersion.current = null;
    }
    const field = error instanceof ApiError && error.code !== '' ? fields[error.code] : undefined;
    if (field === undefined) {
      setFailure(error as Error);
      return;
    }
    form.setError(field, { message: await loadErrorText(error, language) }, { shouldFocus: true });
  };
  return {
    form,
    failure,
    isSending: form.formState.isSubmitting,
    errorOf: (field) => form.getFieldState(field, form.formState).error?.message,
    submit: () => {
      // Clears errors of unregistered fields, which would otherwise block every further attempt.
      form.clearErrors();
      void form.handleSubmit(async (values) => {
        setFailure(null);
        seenVersion.current ??= version;
        await send(values, seenVersion.current).catch(refuse);
      })();
    },
  };
}

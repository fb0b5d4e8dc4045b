import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldMessages } from './field-messages.tsx';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** Hint under the input, replaced by the error. */
  readonly hint?: ReactNode;
  /** Error under the input, announced by screen readers. */
  readonly error?: ReactNode;
  /** Content at the end of the input, such as a button that shows the password. */
  readonly trailing?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A labelled input with its message.
 *
 * @example <Field label={t`First name`} autoComplete="given-name" error={…} {...register('first_name')} />
 */
export function Field({ label, hint, error, trailing, className, id, ...rest }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={inputId} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          id={inputId}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${inputId}-hint ${inputId}-error`}
          {...rest}
        />
        {trailing}
      </div>
      <FieldMessages id={inputId} hint={hint} error={error} />
    </div>
  );
}

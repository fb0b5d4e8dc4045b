import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What is wrong with it; read out as soon as it is there. */
  readonly error?: string | undefined;
  /** What stands within the box at its end, such as a button that shows the password. */
  readonly trailing?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its message in place. */
export function Field({ label, error, trailing, className, id, ...rest }: FieldProps) {
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
          aria-describedby={`${inputId}-error`}
          {...rest}
        />
        {trailing}
      </div>
      <p id={`${inputId}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

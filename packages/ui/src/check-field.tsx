import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './check-field.module.css';
import { classNames } from './class-names.ts';
import { FieldMessages } from './field-messages.tsx';

interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** The label, which may contain links. */
  readonly children: ReactNode;
  readonly error?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A checkbox with its label.
 *
 * @example <CheckField error={…} {...register('agree_terms')}>{t`I agree`}</CheckField>
 */
export function CheckField({ children, error, className, id, ...rest }: CheckFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.line}>
        <input
          id={inputId}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${inputId}-error`}
          {...rest}
        />
        <span>{children}</span>
      </label>
      <FieldMessages id={inputId} error={error} />
    </div>
  );
}

import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldMessages } from './field-messages.tsx';
import styles from './select-field.module.css';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly ref?: Ref<HTMLSelectElement>;
}

/**
 * A labelled native select with its message; `children` are its options.
 *
 * @example <SelectField label={t`Month`} error={…} {...register('month')}><option value="1">…</option></SelectField>
 */
export function SelectField({ label, hint, error, className, id, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={selectId} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={selectId}
          className={styles.select}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${selectId}-hint ${selectId}-error`}
          {...rest}
        />
      </div>
      <FieldMessages id={selectId} hint={hint} error={error} />
    </div>
  );
}

import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './choice-field.module.css';
import { classNames } from './class-names.ts';
import { FieldMessages } from './field-messages.tsx';

interface ChoiceFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly error?: ReactNode;
  /** The chosen value; without it the inputs are uncontrolled, as React Hook Form requires. */
  readonly value?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * Radio buttons side by side.
 *
 * @example <ChoiceField label={t`Gender`} options={[{ value: 'male', label: t`Male` }]} {...register('gender')} />
 */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, options, error, value: chosen, className, id, ...rest } = props;
  const ownId = useId();
  const groupId = id ?? ownId;
  return (
    <fieldset
      className={classNames(styles.field, className)}
      aria-describedby={`${groupId}-error`}
      data-invalid={error ? true : undefined}
    >
      <legend className={styles.label}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              aria-invalid={error ? true : undefined}
              {...(chosen === undefined ? {} : { checked: option.value === chosen })}
              {...rest}
              value={option.value}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldMessages id={groupId} error={error} />
    </fieldset>
  );
}

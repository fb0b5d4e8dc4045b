import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { FieldMessages } from './field-messages.tsx';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  /** Hint under the input, replaced by the error. */
  readonly hint?: ReactNode;
  /** Error under the input, announced by screen readers. */
  readonly error?: ReactNode;
}

/**
 * A labelled input of several lines with its message.
 *
 * @example <TextArea label={t`Your words`} rows={4} maxLength={500} error={…} value={words} onChange={…} />
 */
export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        <textarea
          id={id}
          className={classNames(styles.input, styles.lines)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          {...rest}
        />
      </div>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}

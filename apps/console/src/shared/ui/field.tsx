import { FieldMessages } from '@sangwian/ui/field-messages';
import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import { useId } from 'react';
import styles from './field.module.css';

interface Labels {
  readonly label: string;
  /** A hint under the input, which an error replaces. */
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

interface FrameProps extends Labels {
  readonly id: string;
  readonly children: ReactNode;
}

function Frame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.box}>{children}</div>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}

const described = (id: string, error: ReactNode) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': `${id}-hint ${id}-error`,
});

interface FieldProps extends Labels, InputHTMLAttributes<HTMLInputElement> {
  /** Content at the end of the input. */
  readonly trailing?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its hint or error. */
export function Field({ label, hint, error, trailing, ...rest }: FieldProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }}>
      <input className={styles.input} {...described(id, error)} {...rest} />
      {trailing}
    </Frame>
  );
}

interface TextAreaProps extends Labels, TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled text area. */
export function TextArea({ label, hint, error, rows = 3, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }}>
      <textarea className={styles.area} rows={rows} {...described(id, error)} {...rest} />
    </Frame>
  );
}

interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled check box. */
export function CheckField({ label, ...rest }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}

interface SelectProps extends Labels, SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A labelled choice from a short list. Uses the browser's select, which works with touch and with screen readers. */
export function SelectField({ label, hint, error, options, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, error }}>
      <select className={styles.select} {...described(id, error)} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

import { type ReactNode, type Ref, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './code-boxes.module.css';
import { FieldMessages } from './field-messages.tsx';

interface CodeBoxesProps {
  readonly label: string;
  /** The entered digits. */
  readonly value: string;
  /** Receives only digits 0–9, at most `length`; a pasted "123 456" or Thai digits become `123456`. */
  readonly onChange: (digits: string) => void;
  readonly onBlur?: (() => void) | undefined;
  /** Called once, when the last box is filled. */
  readonly onComplete?: ((digits: string) => void) | undefined;
  readonly length?: number;
  /** A PIN: dots instead of digits. */
  readonly secret?: boolean;
  readonly autoComplete?: 'one-time-code' | 'off' | 'new-password';
  readonly name?: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Converts typed or pasted text to digits, including Thai and full-width ones. */
const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/\D/g, '');

/**
 * Six boxes for an OTP or a PIN. They are drawn over a single input, so that paste, autofill from an SMS, screen
 * readers and the backspace key work as usual.
 *
 * @example <CodeBoxes label={t`OTP`} autoComplete="one-time-code" value={otp} onChange={setOtp} onComplete={verify} />
 */
export function CodeBoxes(props: CodeBoxesProps) {
  const { label, value, onChange, onBlur, onComplete, length = 6, secret = false } = props;
  const id = useId();
  const [focused, setFocused] = useState(false);
  const change = (text: string) => {
    const digits = digitsOf(text).slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.place} data-invalid={props.error ? true : undefined}>
        <input
          ref={props.ref}
          id={id}
          name={props.name}
          className={styles.input}
          type={secret ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={props.autoComplete ?? 'off'}
          // biome-ignore lint/a11y/noAutofocus: only where the fan has just asked for the code.
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          // The boxes show no caret, so typing always continues at the end.
          onSelect={({ currentTarget }) => {
            const end = currentTarget.value.length;
            if (currentTarget.selectionStart !== end && currentTarget.selectionEnd !== end) {
              currentTarget.setSelectionRange(end, end);
            }
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            onBlur?.();
          }}
        />
        <div className={styles.boxes} aria-hidden="true">
          {Array.from({ length }, (_, place) => place).map((place) => (
            <span
              key={place}
              className={classNames(
                styles.box,
                focused && place === Math.min(value.length, length - 1) && styles.next,
              )}
            >
              {secret && value[place] ? '•' : value[place]}
            </span>
          ))}
        </div>
      </div>
      <FieldMessages id={id} hint={props.hint} error={props.error} />
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './field-messages.module.css';

interface FieldMessagesProps {
  /** Of the input; its `aria-describedby` is `${id}-hint ${id}-error`. */
  readonly id: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

/** The two lines under any input: what helps to fill it in, and in its place what is wrong. */
export function FieldMessages({ id, hint, error }: FieldMessagesProps) {
  return (
    <>
      <p id={`${id}-hint`} className={styles.hint} hidden={!hint || Boolean(error)}>
        {hint}
      </p>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </>
  );
}

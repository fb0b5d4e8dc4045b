import type { ReactNode } from 'react';
import styles from './field-messages.module.css';

interface FieldMessagesProps {
  /** Id of the input, whose `aria-describedby` is `${id}-hint ${id}-error`. */
  readonly id: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

/** Shows the hint under an input, or its error instead. */
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

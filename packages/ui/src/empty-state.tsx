import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** Address of a drawing of 240×160, e.g. `/art/empty/lives.svg`. */
  readonly picture: string;
  readonly title: string;
  /** What to do next. */
  readonly text?: string;
  readonly children?: ReactNode;
}

/** A place where there is nothing yet, or where something went wrong. */
export function EmptyState({ picture, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles.place}>
      <img src={picture} alt="" width={240} height={160} className={styles.picture} />
      <h2 className={styles.title}>{title}</h2>
      {text ? <p className={styles.text}>{text}</p> : null}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** Path of a drawing of 240×160 px, e.g. `/art/empty/lives.svg`. */
  readonly picture: string;
  readonly title: string;
  /** The next step for the fan. */
  readonly text?: string;
  /** Whether it replaces the whole page, so that its title is the page's heading. */
  readonly whole?: boolean;
  readonly children?: ReactNode;
}

/** A placeholder for missing content or for an error. */
export function EmptyState({ picture, title, text, whole, children }: EmptyStateProps) {
  const Title = whole ? 'h1' : 'h2';
  return (
    <div className={styles.place}>
      <img src={picture} alt="" width={240} height={160} className={styles.picture} />
      <Title className={styles.title} data-keep-clear="">
        {title}
      </Title>
      {text ? (
        <p className={styles.text} data-keep-clear="">
          {text}
        </p>
      ) : null}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** Address of a drawing of 240×160, e.g. `/art/empty/lives.svg`. */
  readonly picture: string;
  readonly title: string;
  /** What to do next. */
  readonly text?: string;
  /** It stands for the whole page, so its title is the page's. */
  readonly whole?: boolean;
  readonly children?: ReactNode;
}

/** A place where there is nothing yet, or where something went wrong. */
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

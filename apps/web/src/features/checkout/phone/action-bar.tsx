import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

interface ActionBarProps {
  /** The total in coins and baht. */
  readonly children?: ReactNode;
  readonly action: ReactNode;
}

/** The total and the main button, at the bottom of the screen. */
export function ActionBar({ children, action }: ActionBarProps) {
  return (
    // The shell moves the floating contact button above it.
    <div data-action-bar className={styles.bar}>
      {children ? <div className={styles.sum}>{children}</div> : null}
      <div className={styles.action}>{action}</div>
    </div>
  );
}

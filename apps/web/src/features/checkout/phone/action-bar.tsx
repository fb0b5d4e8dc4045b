import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

interface ActionBarProps {
  /** What it comes to: coins and baht. */
  readonly children?: ReactNode;
  /** The button. */
  readonly action: ReactNode;
}

/** What is to be paid and the button for it, at the thumb however long the page is. */
export function ActionBar({ children, action }: ActionBarProps) {
  return (
    // The shell makes room for it above the floating contact button.
    <div data-action-bar className={styles.bar}>
      {children ? <div className={styles.sum}>{children}</div> : null}
      <div className={styles.action}>{action}</div>
    </div>
  );
}

import { LogoMark } from '@sangwian/ui/marks';
import type { ReactNode } from 'react';
import styles from './handover-place.module.css';

interface HandoverPlaceProps {
  readonly title: string;
  /** Something is under way. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** A page between two pages: what happens now, or what has to be said before it goes on. */
export function HandoverPlace({ title, busy = false, children }: HandoverPlaceProps) {
  return (
    <div className={styles.place}>
      <div className={styles.card} aria-busy={busy}>
        <LogoMark size={64} />
        {/* It changes while it stands, so that a screen reader says each of its steps. */}
        <div role="status">
          <h1 className={styles.title}>{title}</h1>
        </div>
        {busy ? <span className={styles.bar} /> : null}
        {children}
      </div>
    </div>
  );
}

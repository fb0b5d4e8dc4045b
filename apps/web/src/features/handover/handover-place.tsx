import { LogoMark } from '@sangwian/ui/marks';
import type { ReactNode } from 'react';
import styles from './handover-place.module.css';

interface HandoverPlaceProps {
  readonly title: string;
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** The layout of an intermediate page, with the current step or a question. */
export function HandoverPlace({ title, busy = false, children }: HandoverPlaceProps) {
  return (
    <div className={styles.place}>
      <div className={styles.card} aria-busy={busy}>
        <LogoMark size={64} />
        {/* The same element for each step, so that screen readers announce the change. */}
        <div role="status">
          <h1 className={styles.title}>{title}</h1>
        </div>
        {busy ? <span className={styles.bar} /> : null}
        {children}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

interface NoticeProps {
  /** `ok`: it worked; `danger`: it did not, or may not be. */
  readonly tone: 'ok' | 'danger';
  readonly className?: string | undefined;
  /** Nothing shows nothing; the place stays, so that what comes later is read out. */
  readonly children?: ReactNode;
}

/**
 * A sentence for the whole page or form.
 *
 * @example <Notice tone="danger">{refusal}</Notice>
 */
export function Notice({ tone, className, children }: NoticeProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(styles.notice, styles[tone], className)}
    >
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

interface NoticeProps {
  /** `ok`: a success; `danger`: an error or refusal. */
  readonly tone: 'ok' | 'danger';
  readonly className?: string | undefined;
  /** Without content the live region stays, so that later content is announced. */
  readonly children?: ReactNode;
}

/**
 * A message about the whole page or form.
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

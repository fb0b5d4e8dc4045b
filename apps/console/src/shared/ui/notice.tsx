import { classNames } from '@sangwian/ui/class-names';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const ICONS = { info: Info, warn: TriangleAlert, ok: CircleCheck } as const;

interface NoticeProps {
  readonly tone?: keyof typeof ICONS;
  readonly title?: string;
  readonly children?: ReactNode;
}

/** A message: first the problem, then the remedy. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      role={tone === 'warn' ? 'alert' : undefined}
    >
      <Icon size={20} aria-hidden="true" />
      <div>
        {title ? <strong className={styles.title}>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}

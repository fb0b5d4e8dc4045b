import { classNames } from '@sangwian/ui/class-names';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** `ok`: healthy; `warn`: needs attention. */
  readonly tone?: 'plain' | 'ok' | 'warn';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A short fact, such as a state or a role. */
export function Chip({ tone = 'plain', icon: Icon, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, styles[tone])}>
      {Icon ? <Icon size={14} aria-hidden="true" /> : null}
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tag.module.css';

interface TagProps {
  /** `live`: on air; `glass`: over a picture; `soft`: on a card; `gold`: a price in coins. */
  readonly tone: 'live' | 'glass' | 'soft' | 'gold';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A small label. */
export function Tag({ tone, className, children }: TagProps) {
  return <span className={classNames(styles.tag, styles[tone], className)}>{children}</span>;
}

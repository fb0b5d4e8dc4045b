import { classNames } from '@sangwian/ui/class-names';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './finding-list.module.css';

/** A finding in words. */
export interface ShownFinding {
  readonly id: string;
  readonly level: 'problem' | 'advice' | 'fine';
  readonly title: string;
  /** What it means, then what to change. */
  readonly advice: string | null;
  /** A link to more, below the advice. */
  readonly more?: ReactNode;
}

interface FindingListProps {
  /** The worst first. */
  readonly findings: readonly ShownFinding[];
  readonly className?: string | undefined;
}

const ICONS = { problem: TriangleAlert, advice: Info, fine: CircleCheck } as const;

/** Findings by level: problems filled, advice outlined, and one green line for each thing that is fine. */
export function FindingList({ findings, className }: FindingListProps) {
  return (
    <ul className={classNames(styles.findings, className)}>
      {findings.map(({ id, level, title, advice, more }) => {
        const Icon = ICONS[level];
        return (
          <li key={id} className={styles[level]} data-level={level}>
            <Icon size={16} aria-hidden="true" />
            <div>
              <b>{title}</b>
              {advice === null ? null : <span>{advice}</span>}
              {more}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

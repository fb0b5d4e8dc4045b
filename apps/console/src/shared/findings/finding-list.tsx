import { classNames } from '@sangwian/ui/class-names';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './finding-list.module.css';

/** The texts of a finding. */
export interface ShownFinding {
  readonly id: string;
  readonly level: 'problem' | 'advice' | 'fine';
  readonly title: string;
  /** The meaning of the finding, then the remedy. */
  readonly advice: string | null;
  /** A link to details, below the advice. */
  readonly more?: ReactNode;
}

interface FindingListProps {
  /** Most severe first. */
  readonly findings: readonly ShownFinding[];
  readonly className?: string | undefined;
}

const ICONS = { problem: TriangleAlert, advice: Info, fine: CircleCheck } as const;

/** Lists findings by level: filled for problems, outlined for advice, and one green line for each check that passed. */
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

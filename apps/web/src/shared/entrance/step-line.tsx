import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { useEffect, useRef } from 'react';
import styles from './step-line.module.css';

interface StepLineProps {
  /** The number of the current step, from 1. */
  readonly step: number;
  readonly steps: number;
  readonly title: string;
  /** Moves the focus to the heading, after a change of step. */
  readonly focus?: boolean;
}

/** The progress of a form with several steps. */
export function StepLine({ step, steps, title, focus = false }: StepLineProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <div className={styles.line}>
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: steps }, (_, place) => place + 1).map((place) => (
          <span key={place} className={classNames(styles.bar, place <= step && styles.done)} />
        ))}
      </div>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <span className={styles.count}>{t`Step ${step} of ${steps}`}</span> {title}
      </h2>
    </div>
  );
}

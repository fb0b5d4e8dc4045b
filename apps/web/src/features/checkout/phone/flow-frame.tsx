import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './flow-frame.module.css';

interface FlowFrameProps {
  readonly title: string;
  /** The number of the step, from 1; `undefined` on the last page. */
  readonly step?: number;
  /** The URL of the back arrow; `undefined` hides the arrow. */
  readonly back?: string;
  readonly children: ReactNode;
}

/** A page of the phone flow: back arrow, title and progress. */
export function FlowFrame({ title, step, back, children }: FlowFrameProps) {
  const { t } = useLingui();
  const steps = 3;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {back === undefined ? null : (
          <Link
            to={back}
            className={classNames(buttonClass({ variant: 'ghost', size: 'small' }), styles.back)}
          >
            <ArrowLeft size={22} aria-hidden="true" />
            <VisuallyHidden>{t`Back`}</VisuallyHidden>
          </Link>
        )}
        <h1 className={styles.title}>{title}</h1>
        {step === undefined ? null : <p className={styles.step}>{t`Step ${step} of ${steps}`}</p>}
      </div>
      {children}
    </div>
  );
}

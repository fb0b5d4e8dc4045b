import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { EntranceCard } from '../../shared/entrance/entrance-card.tsx';
import { StepLine } from '../../shared/entrance/step-line.tsx';
import { resetPath, returnPath, signInPathFrom } from '../../shared/navigation/navigation.ts';
import styles from './password.module.css';

const STEPS = 3;

interface ResetCardProps {
  readonly step: 1 | 2 | 3;
  readonly title: string;
  readonly children: ReactNode;
}

/** The layout of each step to a new password, with links to leave. */
export function ResetCard({ step, title, children }: ResetCardProps) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const start = '/password/re-by-PHONE';
  return (
    <EntranceCard
      title={t`Forgot your password?`}
      lead={t`Confirm that it is you and choose a new one.`}
    >
      <StepLine key={title} step={step} steps={STEPS} title={title} focus={step === STEPS} />
      {children}
      <p className={styles.other}>
        {pathname === start ? null : (
          // Only these parameters are kept, because the server accepts only the parameters of `PAGE_QUERIES`.
          <Link
            to={resetPath(returnPath(new URLSearchParams(search).get('from')))}
            className={styles.otherLink}
          >
            {t`Choose another way`}
          </Link>
        )}
        <Link to={signInPathFrom(pathname, search)} className={styles.otherLink}>
          {t`Back to log in`}
        </Link>
      </p>
    </EntranceCard>
  );
}

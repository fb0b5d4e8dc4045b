import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './form.module.css';

/** An alternative to the form, below it and behind a divider. */
export function OtherFactor({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.other}>
      <p className={styles.divider}>
        <Trans>or</Trans>
      </p>
      {children}
    </div>
  );
}

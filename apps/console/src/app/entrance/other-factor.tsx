import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './form.module.css';

/** The other way to go on, below the form and divided from it. */
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

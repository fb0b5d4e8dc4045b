import { Trans } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import styles from './corner-name.module.css';

/** The name of a corner in its colour. */
export function CornerName({ corner }: { readonly corner: 'red' | 'blue' }) {
  return (
    <span className={classNames(styles.cornerName, styles[corner])}>
      {corner === 'red' ? <Trans>Red corner</Trans> : <Trans>Blue corner</Trans>}
    </span>
  );
}

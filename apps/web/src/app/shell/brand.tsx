import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { LogoMark } from '@sangwian/ui/marks';
import { Link } from 'react-router';
import styles from './brand.module.css';

interface BrandProps {
  /** Whether a phone shows only the symbol, to leave room for the other buttons. */
  readonly shrinks?: boolean;
}

/** The logo, which links to the home page. */
export function Brand({ shrinks }: BrandProps) {
  const { t } = useLingui();
  return (
    <Link to="/" className={classNames(styles.brand, shrinks && styles.shrinks)}>
      <LogoMark size={36} />
      <span className={styles.name}>{t`Sangwian`}</span>
    </Link>
  );
}

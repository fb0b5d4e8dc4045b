import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { LogoMark } from '@sangwian/ui/marks';
import { Link } from 'react-router';
import styles from './brand.module.css';

interface BrandProps {
  /** On a phone the mark stands alone: coins, the way in and the menus need the room. */
  readonly shrinks?: boolean;
}

/** The logo, which goes home. */
export function Brand({ shrinks }: BrandProps) {
  const { t } = useLingui();
  return (
    <Link to="/" className={classNames(styles.brand, shrinks && styles.shrinks)}>
      <LogoMark size={36} />
      <span className={styles.name}>{t`Sangwian`}</span>
    </Link>
  );
}

import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { spreadClass } from '@sangwian/ui/spread';
import { Link } from 'react-router';
import styles from './begun-before.module.css';

/** What was begun before goes on where it was, rather than once more. */
export function BegunBefore({ to }: { readonly to: string }) {
  const { t } = useLingui();
  return (
    <Card className={classNames(spreadClass, styles.begun)} aria-label={t`Begun before`}>
      <p>{t`You have begun to pay this order. Go on there, or choose another method.`}</p>
      <Link to={to} className={buttonClass({ size: 'small' })}>
        {t`Go on paying`}
      </Link>
    </Card>
  );
}

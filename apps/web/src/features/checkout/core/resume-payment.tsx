import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { Card } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { spreadClass } from '@sangwian/ui/spread';
import { Link } from 'react-router';
import styles from './resume-payment.module.css';

/** Links to a payment that was started earlier, so that the fan does not start a second one. */
export function ResumePayment({ to }: { readonly to: string }) {
  const { t } = useLingui();
  return (
    <Card className={classNames(spreadClass, styles.card)} aria-label={t`In progress`}>
      <p>{t`You have already started paying. Continue there or choose another method.`}</p>
      <Link to={to} className={buttonClass({ size: 'small' })}>
        {t`Continue paying`}
      </Link>
    </Card>
  );
}

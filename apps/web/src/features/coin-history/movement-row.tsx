import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Movement } from '@sangwian/contract/endpoints/coins';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { CoinMark } from '@sangwian/ui/marks';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Link } from 'react-router';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './history-row.module.css';
import { MOVEMENT_WORDS } from './movement-words.ts';

function About({ about }: { readonly about: Movement['about'] }) {
  const { t } = useLingui();
  const { language } = useLanguage();
  if (about === null) return null;
  if (about.type === 'order') {
    return (
      <Link to={{ search: `order=${encodeURIComponent(about.id)}` }} className={styles.link}>
        {t`Receipt`}
      </Link>
    );
  }
  const title = language === 'TH' ? about.title_th : about.title_en;
  const text = title ?? (about.type === 'code' ? about.id : null);
  if (!text) return null;
  const reasons = {
    result_corrected: t`${text} (result corrected)`,
    outage: t`${text} (the picture failed)`,
  };
  return (
    <span className={styles.about}>
      {about.reason === undefined ? text : reasons[about.reason]}
    </span>
  );
}

/** A movement of coins: kind, time, amount and the balance after it. */
export function MovementRow({ movement }: { readonly movement: Movement }) {
  const { i18n, t } = useLingui();
  const { label, Icon } = MOVEMENT_WORDS[movement.kind];
  const came = movement.coins > 0;
  const amount = `${came ? '+' : '−'}${formatCoins(Math.abs(movement.coins))}`;
  const after = formatCoins(movement.balance_after);
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <p className={styles.label}>{i18n._(label)}</p>
        <p className={styles.facts}>
          <time dateTime={movement.at}>{formatDateTime(movement.at)}</time>
          <About about={movement.about} />
        </p>
      </div>
      <div className={styles.amounts}>
        <p className={classNames(styles.amount, came && styles.came)}>
          {amount}
          <CoinMark size={16} />
          <VisuallyHidden>{t`${plural(Math.abs(movement.coins), { one: 'coin', other: 'coins' })}`}</VisuallyHidden>
        </p>
        <p className={styles.after}>{t`Balance ${after}`}</p>
      </div>
    </li>
  );
}

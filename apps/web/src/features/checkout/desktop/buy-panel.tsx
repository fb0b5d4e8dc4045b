import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CoinPackage } from '@sangwian/contract/endpoints/coins';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import type { Buying } from '../core/use-buying.ts';
import styles from './buy-panel.module.css';
import { BuyRefusal } from './buy-refusal.tsx';

interface BuyPanelProps {
  readonly chosen: CoinPackage | null;
  /** Whether the URL names a package. If the list lacks that package, `chosen` is `null` and the panel says so. */
  readonly isLinked: boolean;
  readonly buying: Buying;
}

/** The chosen package and the buy button: beside the packages, or at the bottom of a phone's screen. */
export function BuyPanel({ chosen, isLinked, buying }: BuyPanelProps) {
  const { t } = useLingui();
  const { busy, isExternal, buy } = buying;
  const coins = formatCoins(chosen?.coin ?? 0);
  const bonus = chosen ? chosen.coin - chosen.coin_detail : 0;
  const extra = formatCoins(bonus);
  const price = formatMoney(chosen?.price_satang ?? 0);
  const missing = isLinked
    ? t`This coin package is no longer available. Please choose another one.`
    : t`Choose a package`;
  return (
    <section
      data-action-bar="narrow"
      aria-label={t`Your choice`}
      className={classNames(cardClass, styles.panel)}
    >
      {chosen ? (
        <div className={styles.sum}>
          <p className={styles.coins}>
            <span className={styles.number}>{coins}</span>{' '}
            {t`${plural(chosen.coin, { one: 'coin', other: 'coins' })}`}
            {bonus > 0 ? <span className={styles.bonus}>{t`+${extra} bonus`}</span> : null}
          </p>
          <p className={styles.price}>฿{price}</p>
        </div>
      ) : (
        <p className={styles.none}>{missing}</p>
      )}
      <BuyRefusal refusal={buying.refusal} satang={chosen?.price_satang ?? null} />
      <Button
        variant="gold"
        wide
        className={styles.action}
        disabled={!chosen}
        aria-disabled={busy}
        onClick={() =>
          chosen ? void buy({ package_id: chosen.id, satang: chosen.price_satang }) : undefined
        }
      >
        {busy ? t`One moment…` : null}
        {!busy && isExternal ? t`Buy on your partner’s account` : null}
        {!busy && !isExternal ? t`Choose how to pay` : null}
      </Button>
    </section>
  );
}

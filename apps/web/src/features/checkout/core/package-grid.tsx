import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CoinPackage } from '@sangwian/contract/endpoints/coins';
import { formatCoins, formatMoney } from '@sangwian/i18n/format-number';
import type { ReactNode } from 'react';
import { coinsUrl } from '../../../shared/art-url.ts';
import styles from './package-grid.module.css';

interface PackageGridProps {
  readonly packages: readonly CoinPackage[];
  /** The id of the chosen package. */
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  /** An additional tile at the end, for a custom amount. */
  readonly children?: ReactNode;
}

function PackageCard({
  pack,
  chosen,
  onChoose,
}: Pick<PackageGridProps, 'chosen' | 'onChoose'> & { readonly pack: CoinPackage }) {
  const { t } = useLingui();
  const bonus = formatCoins(pack.coin - pack.coin_detail);
  return (
    <label className={styles.card}>
      <input
        type="radio"
        name="coin-package"
        value={pack.id}
        checked={chosen === pack.id}
        onChange={() => onChoose(pack.id)}
        className={styles.radio}
      />
      <img
        src={coinsUrl(pack.img)}
        alt=""
        width={160}
        height={120}
        loading="lazy"
        className={styles.picture}
      />
      <span className={styles.coins}>
        <span className={styles.number}>{formatCoins(pack.coin)}</span>{' '}
        {t`${plural(pack.coin, { one: 'coin', other: 'coins' })}`}
      </span>
      <span className={styles.bonus}>
        {pack.coin > pack.coin_detail ? t`+${bonus} bonus` : null}
      </span>
      <span className={styles.price}>฿{formatMoney(pack.price_satang)}</span>
    </label>
  );
}

/** The coin packages as radio buttons. Each has an image, coins, bonus and price. */
export function PackageGrid({ packages, chosen, onChoose, children }: PackageGridProps) {
  const { t } = useLingui();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t`Coin packages`}</legend>
      <div className={styles.grid}>
        {packages.map((pack) => (
          <PackageCard key={pack.id} pack={pack} chosen={chosen} onChoose={onChoose} />
        ))}
        {children}
      </div>
    </fieldset>
  );
}

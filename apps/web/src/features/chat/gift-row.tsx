import { Trans, useLingui } from '@lingui/react/macro';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { CoinMark } from '@sangwian/ui/marks';
import { crestUrl } from '../../shared/art-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import { useGift } from '../live/room/gift-catalogue.ts';
import styles from './gift-row.module.css';

/** A gift in the chat: the sender, the corner, the gift and its coins. */
export function GiftRow({ line }: { readonly line: GiftLine }) {
  const { t } = useLingui();
  const coinsText = useCoinsText();
  const { text } = useLanguage();
  const gift = useGift(line.gift_id);
  const name = line.member_name || t`deleted member`;
  const what = gift === null ? t`a gift` : text(gift.name);
  const coins = formatCoins(line.coins);
  return (
    <div className={styles.giftPlace}>
      <div className={classNames(styles.gift, line.corner === 'blue' && styles.blue)}>
        <img
          src={line.member_avatar ?? crestUrl(name)}
          alt=""
          width={28}
          height={28}
          className={styles.face}
        />
        <p className={styles.body}>
          {line.corner === 'red' ? (
            <Trans>
              <bdi>{name}</bdi> sent <strong>{what}</strong> for the red corner
            </Trans>
          ) : (
            <Trans>
              <bdi>{name}</bdi> sent <strong>{what}</strong> for the blue corner
            </Trans>
          )}
          {line.quantity > 1 ? <span className={styles.times}> ×{line.quantity}</span> : null}
        </p>
        {gift === null ? null : <img src={gift.picture} alt="" width={32} height={32} />}
        <span className={styles.coins} role="img" aria-label={coinsText(line.coins)}>
          <CoinMark size={16} />
          {coins}
        </span>
      </div>
    </div>
  );
}

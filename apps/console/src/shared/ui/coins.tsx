import { formatCoins } from '@sangwian/i18n/format-number';
import styles from './coins.module.css';

/** An amount of coins with the coin symbol. The console uses gold for nothing else. */
export function Coins({ coins, size = 15 }: { readonly coins: number; readonly size?: number }) {
  return (
    <span className={styles.coins}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="11" fill="#b97a12" />
        <circle cx="12" cy="11.2" r="10.2" fill="#f4b63a" />
        <circle cx="12" cy="11.2" r="7.6" fill="none" stroke="#b97a12" strokeWidth="1.4" />
        <path d="M12 6.4l4 4.8-4 4.8-4-4.8z" fill="#b97a12" />
      </svg>
      <span className={styles.num}>{formatCoins(coins)}</span>
    </span>
  );
}

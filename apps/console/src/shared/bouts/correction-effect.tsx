import { Plural, Trans } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Coins } from '../ui/coins.tsx';
import styles from './effects.module.css';

export interface CorrectionNumbers {
  /** The coins to return, and the number of members who get them. */
  readonly coins: number;
  readonly members: number;
  /** The number of changed prediction sheets and of their members. */
  readonly game: {
    readonly sheets: number;
    readonly gain: number;
    readonly lose: number;
    readonly rise: number;
    readonly fall: number;
  };
}

/** The effect of a corrected result, in numbers. */
export function CorrectionEffect({ coins, members, game }: CorrectionNumbers) {
  const { sheets, gain, lose, rise, fall } = game;
  const rising = formatCoins(rise);
  const falling = formatCoins(fall);
  return (
    <ul className={styles.effects}>
      <li>
        <Coins coins={coins} size={18} />
        <span>
          {coins === 0 ? (
            <Trans>No further coins go back.</Trans>
          ) : (
            <Trans>
              go back to{' '}
              <b>
                <Plural value={members} one="# member" other="# members" />
              </b>
              , paid by the house
            </Trans>
          )}
        </span>
      </li>
      <li>
        <span className={styles.num}>
          +{formatCoins(gain)} / −{formatCoins(lose)}
        </span>
        <span>
          <Trans>sheets gain / lose points</Trans>
          <small>
            <Plural value={sheets} one="of # sheet" other="of # sheets" />
          </small>
        </span>
      </li>
      <li>
        <span className={styles.num}>{formatCoins(rise + fall)}</span>
        <span>
          <Trans>
            members change places: <b>{rising}</b> rise, <b>{falling}</b> fall
          </Trans>
        </span>
      </li>
    </ul>
  );
}

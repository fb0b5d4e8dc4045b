import { Trans } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import styles from './leader-list.module.css';

interface Leader {
  readonly rank: number;
  readonly member_id: string;
  /** Empty for a deleted member. */
  readonly name: string;
  readonly points: number;
  /** The rank before a correction. */
  readonly rank_before?: number;
}

/** The top ranks of the prediction game. With `rank_before`, also shows each member's previous rank. */
export function LeaderList({ leaders }: { readonly leaders: readonly Leader[] }) {
  return (
    <ol className={styles.leaders}>
      {leaders.map(({ rank, member_id: id, name, points, rank_before: before }) => (
        <li key={id}>
          <span className={styles.rank}>{rank}</span>
          <bdi className={styles.name}>{name === '' ? <Trans>deleted member</Trans> : name}</bdi>
          {before === undefined ? null : (
            <span className={styles.before}>
              {before === rank ? <Trans>as before</Trans> : <Trans>was {before}</Trans>}
            </span>
          )}
          <span className={styles.points}>
            <Trans>{formatCoins(points)} pts</Trans>
          </span>
        </li>
      ))}
    </ol>
  );
}

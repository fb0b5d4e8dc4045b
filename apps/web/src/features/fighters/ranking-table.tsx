import { useLingui } from '@lingui/react/macro';
import type { RankedFighter } from '@sangwian/contract/endpoints/fighters';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Link } from 'react-router';
import { emptyUrl } from '../../shared/art-url.ts';
import { faceUrl } from '../../shared/faces/face-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { fighterPath } from './fighter-paths.ts';
import styles from './ranking-table.module.css';

/** The ranking of a division with its rule. */
export function RankingTable({ ranked }: { readonly ranked: readonly RankedFighter[] }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  if (ranked.length === 0) {
    return (
      <EmptyState
        picture={emptyUrl('history')}
        title={t`No ranked fighters yet`}
        text={t`A rank needs three bouts within twelve months.`}
      />
    );
  }
  return (
    <>
      <div className={classNames(cardClass, styles.place)}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t`Rank`}</th>
              <th scope="col" className={styles.who}>
                {t`Fighter`}
              </th>
              <th scope="col" className={styles.wide}>{t`Wins`}</th>
              <th scope="col" className={styles.wide}>{t`By TKO`}</th>
              <th scope="col" className={styles.wide}>{t`Losses`}</th>
              <th scope="col" className={styles.wide}>{t`Draws`}</th>
              <th scope="col">{t`Points`}</th>
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ rank, points, season, fighter }) => (
              <tr key={fighter.fighter_id}>
                <td className={styles.rank}>{rank}</td>
                <th scope="row" className={styles.who}>
                  <Link to={fighterPath(fighter.fighter_id)} className={styles.fighter}>
                    <PhotoImage
                      photo={fighter.photo}
                      owner="fighter"
                      src={faceUrl({ ...fighter, gym: fighter.gym.name })}
                      alt=""
                      width={40}
                      height={40}
                    />
                    <span className={styles.names}>
                      <span className={styles.name}>{text(fighter.name)}</span>
                      <span className={styles.gym}>{text(fighter.gym.name)}</span>
                    </span>
                  </Link>
                </th>
                <td className={styles.wide}>{season.wins}</td>
                <td className={styles.wide}>{season.tko_wins}</td>
                <td className={styles.wide}>{season.losses}</td>
                <td className={styles.wide}>{season.draws}</td>
                <td className={styles.points}>{points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.rule}>
        {t`Points of the last 12 months, updated daily at 12:00: TKO win 4, other win 3, win by forfeit 2, draw 1, loss −1. At least 3 bouts. Equal points are ranked by more wins, then fewer losses; fighters equal in all three share the rank.`}
      </p>
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import { buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { Link } from 'react-router';
import { useLanguage } from '../../shared/language/use-language.ts';
import { ShowTime } from '../../shared/times/show-time.tsx';
import { useNow } from '../../shared/use-now.ts';
import styles from './coming-bouts.module.css';
import { fighterPath } from './fighter-paths.ts';

export function ComingBouts({ fighter }: { readonly fighter: Fighter }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const nowMs = useNow(0);
  if (fighter.coming.length === 0) return null;
  return (
    <section aria-label={t`Coming bouts`} className={classNames(cardClass, styles.list)}>
      <h2 className={styles.heading}>{t`Coming bouts`}</h2>
      <ol>
        {fighter.coming.map((bout) => {
          const name = text(bout.opponent.name);
          return (
            <li key={bout.match_id} className={styles.row}>
              <span className={styles.when}>
                <ShowTime at={bout.starts_at} nowMs={nowMs} />
              </span>
              <div className={styles.who}>
                <Link
                  to={fighterPath(fighter.fighter_id, bout.opponent.fighter_id)}
                  className={styles.name}
                >
                  {t`vs ${name}`}
                </Link>
                <span className={styles.place}>
                  {text(bout.program)} · {text(bout.stadium)}
                </span>
              </div>
              {bout.program_live_id === null ? null : (
                <Link
                  to={`/live/${bout.program_live_id}`}
                  className={buttonClass({ size: 'small' })}
                >
                  {t`To the live`}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { useSession } from '../../shared/session/session.ts';
import styles from './game-nav.module.css';

/** The heading of the game with links to its pages. External mode has no links. */
export function GameNav() {
  const { t } = useLingui();
  const { external } = useSession();
  const links = [
    { to: '/predict', label: t`Predict` },
    { to: '/predict/predict_history', label: t`My sheets` },
    { to: '/predict/predict_rank', label: t`Leaderboard` },
    { to: '/rules-guess-game', label: t`Rules` },
  ];
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{t`Prediction game`}</h1>
      <p className={styles.terms}>{t`For entertainment only, no prizes.`}</p>
      {external ? null : (
        <nav aria-label={t`Pages of the game`}>
          <ul className={styles.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end className={styles.link ?? ''}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}

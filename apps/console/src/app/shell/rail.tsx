import { Plural, useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { LogoMark } from '@sangwian/ui/marks';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Ellipsis, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { showLanguage, useLanguage } from '../../shared/language/language.ts';
import { useLiveEvent } from '../../shared/live/live-feed.ts';
import { openLayer } from '../layers.ts';
import { usePlaces } from '../use-places.ts';
import styles from './rail.module.css';

/** A phone's bottom bar has room for four places and one button that opens the others. */
const PHONE_PLACES_MAX = 4;

/** The number of system problems, as the live feed announces them. */
interface SystemHealth {
  readonly problems: number;
}

/** The menu of places, each with icon and name: on the left, or at the bottom on a phone. */
export function Rail() {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const places = usePlaces();
  const [{ problems }, setHealth] = useState<SystemHealth>({ problems: 0 });
  useLiveEvent('health', setHealth);
  return (
    <nav className={styles.rail} aria-label={t`Places`}>
      <Link to="/" className={styles.logo} aria-label={t`Sangwian Console, start`}>
        <LogoMark size={32} />
      </Link>
      {places.map(({ id, path, label, icon: Icon }, index) => (
        <NavLink
          key={id}
          to={`/${path}`}
          className={classNames(styles.item, index >= PHONE_PLACES_MAX && styles.later)}
        >
          <Icon size={20} aria-hidden="true" />
          <span>{i18n._(label)}</span>
          {id === 'health' && problems > 0 ? (
            <span className={styles.mark}>
              <span aria-hidden="true">{problems}</span>
              <VisuallyHidden>
                <Plural value={problems} one="# problem" other="# problems" />
              </VisuallyHidden>
            </span>
          ) : null}
        </NavLink>
      ))}
      <button
        type="button"
        className={classNames(styles.item, styles.more)}
        onClick={() => openLayer('palette')}
      >
        <Ellipsis size={20} aria-hidden="true" />
        <span>{t`More`}</span>
      </button>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.item}
          aria-label={t`Keyboard shortcuts`}
          title={t`Keyboard shortcuts`}
          onClick={() => openLayer('keys')}
        >
          <Keyboard size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.item}
          lang={language === 'TH' ? 'en' : 'th'}
          onClick={() => void showLanguage(language === 'TH' ? 'EN' : 'TH').catch(() => {})}
        >
          {language === 'TH' ? 'English' : 'ไทย'}
        </button>
      </div>
    </nav>
  );
}

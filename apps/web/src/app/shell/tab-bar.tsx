import { useLingui } from '@lingui/react/macro';
import {
  CalendarDays,
  Download,
  House,
  type LucideIcon,
  Newspaper,
  Radio,
  Trophy,
  User,
  Wallet,
} from 'lucide-react';
import { type TabKey, tabs } from './menu.ts';
import { MenuAnchor } from './menu-anchor.tsx';
import { TAB_LABELS } from './menu-labels.ts';
import styles from './tab-bar.module.css';
import { useMenu } from './use-menu.ts';

const ICONS: Record<TabKey, LucideIcon> = {
  home: House,
  live: Radio,
  program: CalendarDays,
  predict: Trophy,
  wallet: Wallet,
  news: Newspaper,
  download: Download,
  me: User,
};

/** The tab bar of mobile devices. */
export function TabBar({ onOpenMenu }: { readonly onOpenMenu: () => void }) {
  const { i18n, t } = useLingui();
  return (
    <nav aria-label={t`Bottom menu`} className={styles.bar}>
      <ul className={styles.tabs}>
        {tabs(useMenu()).map(({ key, href }) => {
          const Icon = ICONS[key];
          const content = (
            <>
              <Icon size={22} aria-hidden="true" />
              {i18n._(TAB_LABELS[key])}
            </>
          );
          return (
            <li key={key}>
              {href ? (
                <MenuAnchor href={href} className={styles.tab}>
                  {content}
                </MenuAnchor>
              ) : (
                <button
                  type="button"
                  aria-haspopup="dialog"
                  onClick={onOpenMenu}
                  className={styles.tab}
                >
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

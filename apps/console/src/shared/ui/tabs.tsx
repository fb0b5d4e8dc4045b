import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './tabs.module.css';

interface Tab {
  /** URL relative to the place. */
  readonly to: string;
  readonly label: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** The pages of a place as links, so that each page has a URL. */
export function Tabs({ label, tabs }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL determines the current tab.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: text }) => (
        <NavLink
          key={to}
          to={to}
          // A page below a tab's URL also marks the tab as current, unless another tab's URL is below it.
          end={tabs.some((tab) => tab.to.startsWith(`${to}/`))}
          className={styles.tab ?? ''}
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

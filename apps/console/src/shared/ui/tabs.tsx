import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './tabs.module.css';

interface Tab {
  /** Address relative to the place. */
  readonly to: string;
  readonly label: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** The pages of a place: links, so that each has an address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: text }) => (
        <NavLink
          key={to}
          to={to}
          // A page below a tab belongs to it, unless another tab is there.
          end={tabs.some((tab) => tab.to.startsWith(`${to}/`))}
          className={styles.tab ?? ''}
        >
          {text}
        </NavLink>
      ))}
    </nav>
  );
}

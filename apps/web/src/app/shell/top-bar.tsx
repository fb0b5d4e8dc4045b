import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { AccountArea } from './account-area.tsx';
import { Brand } from './brand.tsx';
import { DropDown } from './drop-down.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { type MenuItem, menuItems } from './menu.ts';
import { MenuAnchor } from './menu-anchor.tsx';
import { MENU_LABELS } from './menu-labels.ts';
import { MenuSections } from './menu-sections.tsx';
import styles from './top-bar.module.css';
import { useMenu } from './use-menu.ts';

function NavItem({ item }: { readonly item: MenuItem }) {
  const { i18n } = useLingui();
  if (item.kind === 'link') {
    return (
      <MenuAnchor href={item.href} className={styles.link}>
        {i18n._(MENU_LABELS[item.key])}
      </MenuAnchor>
    );
  }
  return (
    <DropDown button={i18n._(MENU_LABELS[item.key])} buttonClass={styles.link}>
      {(close) => (
        <MenuSections sections={item.sections} onClick={close} linkClass={styles.sublink} />
      )}
    </DropDown>
  );
}

interface TopBarProps {
  readonly onOpenMenu: () => void;
  readonly onSearch: () => void;
}

/** The top bar: logo, menu, search, coins, account, language, and the burger on narrow screens. */
export function TopBar({ onOpenMenu, onSearch }: TopBarProps) {
  const { t } = useLingui();
  const items = menuItems(useMenu());
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Brand shrinks />
        <nav aria-label={t`Main menu`} className={styles.nav}>
          <ul className={styles.items}>
            {items.map((item) => (
              <li key={item.key}>
                <NavItem item={item} />
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.end}>
          <IconButton
            label={t`Search`}
            aria-haspopup="dialog"
            onClick={onSearch}
            className={styles.search}
          >
            <Search size={22} aria-hidden="true" />
          </IconButton>
          <AccountArea />
          <LanguageMenu />
          <IconButton
            label={t`Menu`}
            aria-haspopup="dialog"
            onClick={onOpenMenu}
            className={styles.burger}
          >
            <MenuIcon size={24} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </header>
  );
}

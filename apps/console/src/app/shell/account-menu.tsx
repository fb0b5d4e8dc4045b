import { Trans, useLingui } from '@lingui/react/macro';
import * as Menu from '@radix-ui/react-dropdown-menu';
import { ChevronDown, Languages, LogOut, Moon, Sun, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { showLanguage, useLanguage } from '../../shared/language/language.ts';
import { useRoleName } from '../../shared/session/role-name.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { useStore } from '../../shared/store.ts';
import { switchTheme, themeStore } from '../../shared/theme.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { signOut } from '../sign-out.ts';
import styles from './account-menu.module.css';

/** The signed-in person, with links to the account, theme and language switches, and sign-out. */
export function AccountMenu() {
  const { t } = useLingui();
  const me = useMe();
  const role = useRoleName()(me.role);
  const navigate = useNavigate();
  const theme = useStore(themeStore);
  const language = useLanguage();
  return (
    // A modal menu would lock scrolling by an inline style, which the Content-Security-Policy blocks.
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger} aria-label={t`Account of ${me.name}`}>
        <Avatar name={me.name} />
        <ChevronDown size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={styles.menu} align="end" sideOffset={8} collisionPadding={8}>
          <div className={styles.who}>
            <strong>{me.name}</strong>
            <span>{role}</span>
          </div>
          <Menu.Item className={styles.item} onSelect={() => void navigate('/account')}>
            <UserRound size={16} aria-hidden="true" />
            <Trans>Your account</Trans>
          </Menu.Item>
          <Menu.Item className={styles.item} onSelect={switchTheme}>
            {theme === 'light' ? (
              <Moon size={16} aria-hidden="true" />
            ) : (
              <Sun size={16} aria-hidden="true" />
            )}
            {theme === 'light' ? <Trans>Dark</Trans> : <Trans>Light</Trans>}
          </Menu.Item>
          <Menu.Item
            className={styles.item}
            onSelect={() => void showLanguage(language === 'TH' ? 'EN' : 'TH').catch(() => {})}
          >
            <Languages size={16} aria-hidden="true" />
            <span lang={language === 'TH' ? 'en' : 'th'}>
              {language === 'TH' ? 'English' : 'ภาษาไทย'}
            </span>
          </Menu.Item>
          <Menu.Separator className={styles.line} />
          <Menu.Item className={styles.item} onSelect={() => void signOut()}>
            <LogOut size={16} aria-hidden="true" />
            <Trans>Sign out</Trans>
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

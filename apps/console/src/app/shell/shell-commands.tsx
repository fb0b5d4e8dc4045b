import { useLingui } from '@lingui/react/macro';
import { Keyboard, Languages, LogOut, Search, SunMoon, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useCommands } from '../../shared/commands/commands.ts';
import { showLanguage, useLanguage } from '../../shared/language/language.ts';
import { switchTheme } from '../../shared/theme.ts';
import { openLayer } from '../layers.ts';
import { signOut } from '../sign-out.ts';
import { usePlaces } from '../use-places.ts';

/** Registers the commands that are available on every page. */
export function ShellCommands() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const language = useLanguage();
  const group = t`Console`;
  const places = usePlaces().map(({ id, path, label, icon }) => ({
    id: `go-${id}`,
    label: i18n._(label),
    group: t`Go to`,
    icon,
    run: () => void navigate(`/${path}`),
  }));
  useCommands([
    ...places,
    {
      id: 'account',
      label: t`Your account`,
      group: t`Go to`,
      icon: UserRound,
      run: () => void navigate('/account'),
    },
    {
      id: 'palette',
      label: t`Search or run a command`,
      group,
      icon: Search,
      keys: 'Ctrl+K',
      keyOnly: true,
      run: () => openLayer('palette'),
    },
    {
      id: 'keys',
      label: t`Keyboard shortcuts`,
      group,
      icon: Keyboard,
      keys: '?',
      run: () => openLayer('keys'),
    },
    {
      id: 'theme',
      label: t`Switch between light and dark`,
      group,
      icon: SunMoon,
      run: switchTheme,
    },
    {
      id: 'language',
      label: language === 'TH' ? 'English' : 'ภาษาไทย',
      group,
      icon: Languages,
      run: () => void showLanguage(language === 'TH' ? 'EN' : 'TH').catch(() => {}),
    },
    { id: 'sign-out', label: t`Sign out`, group, icon: LogOut, run: () => void signOut() },
  ]);
  return null;
}

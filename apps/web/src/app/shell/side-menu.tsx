import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@sangwian/i18n/language';
import { useBackCloses } from '@sangwian/ui/back-layers';
import { buttonClass, IconButton } from '@sangwian/ui/button';
import { MessageCircle, Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LANGUAGE_NAMES } from '../../shared/language/language-names.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { signInPathFrom } from '../../shared/navigation/navigation.ts';
import { useSession } from '../../shared/session/session.ts';

import { Brand } from './brand.tsx';
import { type MenuGroup, menuItems } from './menu.ts';
import { MenuAnchor } from './menu-anchor.tsx';
import { MENU_LABELS } from './menu-labels.ts';
import { MenuSections } from './menu-sections.tsx';
import styles from './side-menu.module.css';
import { useMemberParts } from './use-member-parts.ts';
import { useMenu } from './use-menu.ts';

export interface SideMenuProps {
  /** The number of requests to open the menu. Each increase opens the menu. */
  readonly openings: number;
  readonly onSearch: () => void;
}

function Group({ group }: { readonly group: MenuGroup }) {
  const { i18n } = useLingui();
  return (
    <details className={styles.group}>
      <summary className={styles.link}>{i18n._(MENU_LABELS[group.key])}</summary>
      <MenuSections sections={group.sections} linkClass={styles.sublink} />
    </details>
  );
}

function Account() {
  const { t } = useLingui();
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const parts = useMemberParts();
  if (status === 'signed_in') return parts ? <parts.AccountPanel /> : null;
  return (
    <Link
      to={signInPathFrom(pathname, search)}
      className={buttonClass({ variant: 'primary', wide: true })}
    >
      {t`Log in`}
    </Link>
  );
}

function LanguageChoice() {
  const { t } = useLingui();
  const { language, switchTo } = useLanguage();
  return (
    <fieldset className={styles.languages}>
      <legend className={styles.legend}>{t`Language`}</legend>
      {LANGUAGES.map((choice) => (
        <button
          key={choice}
          type="button"
          lang={choice.toLowerCase()}
          aria-pressed={choice === language}
          className={styles.language}
          onClick={() => void switchTo(choice).catch(() => {})}
        >
          {LANGUAGE_NAMES[choice]}
        </button>
      ))}
    </fieldset>
  );
}

/** The side menu of narrow screens, with all items that do not fit the top bar. */
export function SideMenu({ openings, onSearch }: SideMenuProps) {
  const { i18n, t } = useLingui();
  const { contactUrl } = useMenu().site;
  const items = menuItems(useMenu());
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a route change closes the menu.
  useEffect(() => dialog.current?.close(), [key]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (openings > 0) setOpen(true);
  }, [openings]);
  useBackCloses(() => dialog.current?.close(), isOpen);
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser handles Escape; this handles a click on the backdrop.
    <dialog
      ref={dialog}
      aria-label={t`Menu`}
      className={styles.dialog}
      onClose={() => setOpen(false)}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <Brand />
          <IconButton label={t`Close`} onClick={() => dialog.current?.close()}>
            <X size={24} aria-hidden="true" />
          </IconButton>
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          className={styles.search}
          onClick={() => {
            dialog.current?.close();
            onSearch();
          }}
        >
          <Search size={20} aria-hidden="true" />
          {t`Search`}
        </button>
        <Account />
        <nav aria-label={t`Menu`}>
          <ul>
            {items.map((item) => (
              <li key={item.key}>
                {item.kind === 'group' ? (
                  <Group group={item} />
                ) : (
                  <MenuAnchor href={item.href} className={styles.link}>
                    {i18n._(MENU_LABELS[item.key])}
                  </MenuAnchor>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <LanguageChoice />
        {contactUrl === '' ? null : (
          <a href={contactUrl} target="_blank" rel="noopener" className={styles.contact}>
            <MessageCircle size={20} aria-hidden="true" />
            <span>
              {t`Contact Admin`}
              <small className={styles.hours}>{t`Support by chat is available 24 hours.`}</small>
            </span>
          </a>
        )}
      </div>
    </dialog>
  );
}

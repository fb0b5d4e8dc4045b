import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@sangwian/i18n/language';
import { Check } from 'lucide-react';
import { LANGUAGE_NAMES } from '../../shared/language/language-names.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { DropDown } from './drop-down.tsx';
import styles from './language-menu.module.css';

export function LanguageMenu() {
  const { t } = useLingui();
  const { language, switchTo } = useLanguage();
  return (
    <DropDown
      align="end"
      label={t`Language: ${language}`}
      button={language}
      buttonClass={styles.button}
      panelClass={styles.panel}
    >
      {(close) => (
        <ul>
          {LANGUAGES.map((choice) => (
            <li key={choice}>
              <button
                type="button"
                lang={choice.toLowerCase()}
                aria-pressed={choice === language}
                className={styles.choice}
                onClick={() => {
                  close();
                  // If the catalogue cannot be loaded, the language does not change.
                  void switchTo(choice).catch(() => {});
                }}
              >
                <span className={styles.code}>{choice}</span>
                {LANGUAGE_NAMES[choice]}
                {choice === language ? <Check size={18} aria-hidden="true" /> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DropDown>
  );
}

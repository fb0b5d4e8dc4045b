import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@sangwian/i18n/language';
import { LANGUAGE_NAMES } from '../../shared/language/language-names.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './language-section.module.css';
import { Section } from './section.tsx';

/** Sets the language of the site and of messages to the member. */
export function LanguageSection() {
  const { t } = useLingui();
  const { language, switchTo } = useLanguage();
  return (
    <Section
      title={t`Language`}
      text={t`For this site and the messages that we send to your phone.`}
    >
      <div className={styles.choices}>
        {LANGUAGES.map((choice) => (
          <button
            key={choice}
            type="button"
            lang={choice.toLowerCase()}
            aria-pressed={choice === language}
            className={styles.choice}
            onClick={() => {
              // If the catalogue cannot be loaded, the language does not change and the member can try again.
              void switchTo(choice).catch(() => {});
            }}
          >
            {LANGUAGE_NAMES[choice]}
          </button>
        ))}
      </div>
    </Section>
  );
}

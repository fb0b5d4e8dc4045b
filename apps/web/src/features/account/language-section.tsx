import { useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@sangwian/i18n/language';
import { LANGUAGE_NAMES } from '../../shared/language/language-names.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import styles from './language-section.module.css';
import { Section } from './section.tsx';

/** The language of the site and of what is written to the member. */
export function LanguageSection() {
  const { t } = useLingui();
  const { language, switchTo } = useLanguage();
  return (
    <Section
      title={t`Language`}
      text={t`Of this site, and of the messages that we send to your phone.`}
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
              // Without the catalogue the page stays as it is; the fan can try again.
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

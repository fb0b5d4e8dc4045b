import { useLingui } from '@lingui/react/macro';
import { LANGUAGES, type Language } from '@sangwian/i18n/language';
import { callApi } from '../../shared/api/call-api.ts';
import { LANGUAGE_NAMES } from '../../shared/language/language-names.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { keepChanged, type MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './language-section.module.css';
import { Section } from './section.tsx';

/** The language of the site and of what is written to the member. */
export function LanguageSection({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const { language, switchTo } = useLanguage();
  const [busy, run] = useBusy();
  const choose = (choice: Language) =>
    run(async () => {
      try {
        await switchTo(choice);
        if (member.language === choice) return;
        const { data } = await callApi('PUT /auth/member/profile/update/{member_id}', {
          params: { member_id: member.member_id },
          body: { language: choice },
        });
        keepChanged(data);
      } catch {
        // The page shows what it could be shown in, and a refusal has had its toast; another tap tries again.
      }
    });
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
            aria-disabled={busy}
            className={styles.choice}
            onClick={() => void choose(choice)}
          >
            {LANGUAGE_NAMES[choice]}
          </button>
        ))}
      </div>
    </Section>
  );
}

import { useLingui } from '@lingui/react/macro';
import { formatDate } from '@sangwian/i18n/format-date';
import { useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { useLanguage } from '../../shared/language/use-language.ts';
import { type PolicyData, type PolicyTexts, readPolicy } from './policy-data.ts';
import styles from './policy-view.module.css';

/** Returns the policy of the loader, or the policy in the other language after a switch. */
function usePolicy(texts: PolicyTexts): PolicyData {
  const loaded = useLoaderData<PolicyData>();
  const { language } = useLanguage();
  const [data, setData] = useState(loaded);
  useEffect(() => {
    if (data.language === language) return;
    let wanted = true;
    // If loading fails, the text stays in the previous language.
    readPolicy(texts, language).then(
      (read) => wanted && setData(read),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [texts, language, data.language]);
  return data;
}

/** A policy: title, date, table of contents and text. */
export function PolicyView({ texts }: { readonly texts: PolicyTexts }) {
  const { t } = useLingui();
  const { text, language } = usePolicy(texts);
  const day = formatDate(`${text.updated}T00:00:00+07:00`);
  return (
    <article className={styles.policy} lang={language.toLowerCase()}>
      <header className={styles.head}>
        <h1 className={styles.title}>{text.title}</h1>
        <p className={styles.day}>{t`Effective from ${day}`}</p>
      </header>
      <nav className={styles.contents} aria-label={t`Contents`}>
        <ol>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from our own Markdown at build time */}
      <div className={styles.text} dangerouslySetInnerHTML={{ __html: text.html }} />
    </article>
  );
}

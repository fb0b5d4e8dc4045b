import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { MessageCircle, ShieldAlert } from 'lucide-react';
import { BarredFacts, useBarredSentence } from '../../shared/entrance/barred-facts.tsx';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { NOT_BARRED, useBarred } from '../../shared/session/barred.ts';
import { useSession } from '../../shared/session/session.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import styles from './banned-page.module.css';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Account not available`),
  noindex: true,
});

function Contact({ href }: { readonly href: string }) {
  const { t } = useLingui();
  return (
    <>
      <div className={styles.text}>
        <p>{t`If you think this is a mistake, contact the admin.`}</p>
        <p>{t`Support by chat is available 24 hours.`}</p>
      </div>
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className={buttonClass({ variant: 'primary', wide: true })}
      >
        <MessageCircle size={20} aria-hidden="true" />
        {t`Contact Admin`}
      </a>
    </>
  );
}

/** `/banuser`: why the account cannot be used, and how to contact the admin. */
export function Component() {
  const { contactUrl } = useSiteConfig();
  const { status } = useSession();
  const kept = useBarred();
  // A signed-in member has been reinstated, or is another member.
  const barred = status === 'signed_in' ? NOT_BARRED : kept;
  const title = useBarredSentence(barred.status);
  return (
    <div className={styles.place}>
      <div className={classNames(cardClass, styles.card)}>
        <ShieldAlert size={56} aria-hidden="true" className={styles.icon} />
        <div role="alert">
          <h1 className={styles.title}>{title}</h1>
        </div>
        <BarredFacts barred={barred} />
        {contactUrl === '' ? null : <Contact href={contactUrl} />}
      </div>
    </div>
  );
}

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { LoaderCircle, MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { BarredFacts, useBarredSentence } from '../../shared/entrance/barred-facts.tsx';
import { EntranceCard } from '../../shared/entrance/entrance-card.tsx';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import { returnPath, signUpPath } from '../../shared/navigation/navigation.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import {
  loadOfferedProviders,
  type OfferedProviders,
} from '../../shared/providers/offered-providers.ts';
import { useProviderReturn } from '../../shared/providers/use-provider-return.ts';
import { useBarred } from '../../shared/session/barred.ts';
import { useSession } from '../../shared/session/session.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

export const loader = loadOfferedProviders;

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Log in`),
  noindex: true,
});

/**
 * Why the member was signed out. The address has `ban` for every refusal, so the server's answer about the account decides
 * the sentence.
 */
function EndedNotice() {
  const [query] = useSearchParams();
  const barred = useBarred();
  const fromAddress = query.get('status');
  const status = barred.status || (fromAddress === 'suspend' ? 'suspend' : 'ban');
  const sentence = useBarredSentence(status);
  if (fromAddress !== 'ban' && fromAddress !== 'suspend') return null;
  return (
    <Notice tone="danger" className={styles.notice}>
      {sentence}
      <BarredFacts barred={barred} />
    </Notice>
  );
}

/** The result of another page: `?notice=`. */
function DoneNotice() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const sentences: Readonly<Record<string, string>> = {
    password_reset: t`Your password has been changed. Please log in with the new one.`,
    account_deleted: t`Your account has been deleted.`,
  };
  const notice = query.get('notice') ?? '';
  if (!Object.hasOwn(sentences, notice)) return null;
  return (
    <Notice tone="ok" className={styles.notice}>
      {sentences[notice]}
    </Notice>
  );
}

/** `/sign-in`: LINE, Apple, phone and password; then the member returns to the requested page. */
export function Component() {
  const { t } = useLingui();
  const { contactUrl } = useSiteConfig();
  const { status } = useSession();
  const hasPage = useHasPage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const offered = useLoaderData<OfferedProviders>();
  const { isWorking, refusal } = useProviderReturn();
  const target = returnPath(query.get('from'));
  useEffect(() => {
    if (status === 'signed_in' && !isWorking) void navigate(target, { replace: true });
  }, [status, isWorking, target, navigate]);

  if (isWorking) {
    return (
      <EntranceCard title={t`One moment`} lead={t`Your sign-in is being checked.`}>
        <div role="status" className={styles.working}>
          <LoaderCircle size={32} aria-hidden="true" className={styles.turning} />
          <VisuallyHidden>{t`Loading…`}</VisuallyHidden>
        </div>
      </EntranceCard>
    );
  }

  return (
    <EntranceCard
      title={t`Log in`}
      lead={
        target.startsWith('/wallet')
          ? t`Log in to top up coins`
          : t`Log in to watch live, chat and cheer your corner.`
      }
    >
      <EndedNotice />
      <DoneNotice />
      <ProviderButtons offered={offered} target={target} refusal={refusal} />
      <SignInForm target={target} />
      {hasPage('/sign-up') ? (
        <p className={styles.other}>
          {t`Not a member yet?`}{' '}
          <Link to={signUpPath(target)} className={styles.register}>
            {t`Register`}
          </Link>
        </p>
      ) : null}
      {contactUrl === '' ? null : (
        <a
          href={contactUrl}
          target="_blank"
          rel="noopener"
          data-contact=""
          className={styles.support}
        >
          <MessageCircle size={20} aria-hidden="true" />
          <span>
            <span className={styles.contact}>{t`Contact Admin`}</span>
            {t`Support by chat is available 24 hours.`}
          </span>
        </a>
      )}
    </EntranceCard>
  );
}

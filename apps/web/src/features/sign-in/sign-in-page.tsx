import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { BarredFacts, useBarredSentence } from '../../shared/entrance/barred-facts.tsx';
import { EntranceCard } from '../../shared/entrance/entrance-card.tsx';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import { returnPath, signUpPath } from '../../shared/navigation/navigation.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { ProviderButtons } from '../../shared/providers/provider-buttons.tsx';
import { useProviderReturn } from '../../shared/providers/use-provider-return.ts';
import { useBarred } from '../../shared/session/barred.ts';
import { useSession } from '../../shared/session/session.ts';
import { LiveWall } from './live-wall.tsx';
import type { SignInData } from './load-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';
import { SupportLink } from './support-link.tsx';

export { loadSignIn as loader } from './load-sign-in.ts';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Log in`),
  noindex: true,
});

/**
 * Shows why the member was signed out. After a refused request the URL contains `ban` even for a suspension, so the
 * status of the API's response takes precedence.
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

/** Confirms an action that was completed on another page. `?notice=` identifies the action. */
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
  const { status } = useSession();
  const hasPage = useHasPage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { offered, live } = useLoaderData<SignInData>();
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

  if (live !== null && !query.has('status') && !query.has('notice')) {
    return <LiveWall live={live} offered={offered} target={target} refusal={refusal} />;
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
      <ProviderButtons
        offered={offered}
        target={target}
        refusal={refusal}
        or={t`or with your phone number`}
      />
      <SignInForm target={target} />
      {hasPage('/sign-up') ? (
        <p className={styles.other}>
          {t`Not a member yet?`}{' '}
          <Link to={signUpPath(target)} className={styles.register}>
            {t`Register`}
          </Link>
        </p>
      ) : null}
      <SupportLink />
    </EntranceCard>
  );
}

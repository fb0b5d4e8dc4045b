import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { HandoverPlace } from '../handover/handover-place.tsx';
import { SwitchMember } from '../handover/switch-member.tsx';
import { useTakeOver } from '../handover/use-take-over.ts';
import { HomeLives, type LivesData, loadLives, pictureOf } from './home-lives.tsx';
import { openArrival, takeArrival } from './partner-arrival.ts';

export const loader = (args: LoaderFunctionArgs): Promise<LivesData> => loadLives('external', args);

export const meta = ({ i18n, data }: PageMetaArgs<LivesData>): PageMeta => ({
  title: i18n._(msg`Live`),
  noindex: true,
  ...pictureOf(data),
});

/**
 * The parameters are removed from the URL when this module loads, before the router reads the URL. A later visit from a
 * partner loads a new document.
 */
const arrival = typeof window === 'undefined' ? null : takeArrival();
const openSession = arrival === null ? null : () => openArrival(arrival);

/** Shows why the partner's member could not be signed in. */
function RefusedNotice({ error }: { readonly error: unknown }) {
  const { t } = useLingui();
  const sentence = useErrorText(error instanceof ApiError ? error : null);
  return (
    <Notice tone="danger">
      {t`You are not signed in. Please open the lives again from your partner’s page.`} {sentence}
    </Notice>
  );
}

/**
 * `/liveExternal`: the lives that are offered to partners' members. The page signs in the member of a partner's link.
 * The lives are already visible during the sign-in.
 */
export function Component() {
  const { t } = useLingui();
  const data = useLoaderData<LivesData>();
  const { state, answer } = useTakeOver(openSession);
  if (state.name === 'asking') {
    return (
      <HandoverPlace title={t`Choose an account`}>
        <SwitchMember member={state.session.member} onAnswer={answer} />
      </HandoverPlace>
    );
  }
  const refused = state.name === 'refused' && state.error !== null;
  return (
    <HomeLives list="external" data={data}>
      {refused ? <RefusedNotice error={state.error} /> : null}
    </HomeLives>
  );
}

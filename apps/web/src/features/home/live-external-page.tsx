import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { useEffect, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData, useNavigate } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { HandoverPlace } from '../../shared/handover/handover-place.tsx';
import { SwitchMember } from '../../shared/handover/switch-member.tsx';
import { useTakeOver } from '../../shared/handover/use-take-over.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { HomeLives, type LivesData, loadLives, pictureOf } from './home-lives.tsx';
import { openArrival, type PartnerArrival, takeArrival } from './partner-arrival.ts';

export const loader = (args: LoaderFunctionArgs): Promise<LivesData> => loadLives('external', args);

export const meta = ({ i18n, data }: PageMetaArgs<LivesData>): PageMeta => ({
  title: i18n._(msg`Live`),
  noindex: true,
  ...pictureOf(data),
});

/** Taken as this module is loaded, before the router has read the address. */
const first = typeof window === 'undefined' ? null : takeArrival();

/** A partner that opens its window once more changes no more of this page than what stands behind the `#`. */
function useArrival(): PartnerArrival | null {
  const [arrival, setArrival] = useState(first);
  useEffect(() => {
    const follow = () => {
      const next = takeArrival();
      if (next !== null) setArrival(next);
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return arrival;
}

/** Why the partner's member is not signed in. */
function RefusedNotice({ error }: { readonly error: unknown }) {
  const { t } = useLingui();
  const sentence = useErrorText(error instanceof ApiError ? error : null);
  return (
    <Notice tone="danger">
      {t`You are not signed in. Please open the lives again from where you came.`} {sentence}
    </Notice>
  );
}

interface ArrivedProps {
  readonly arrival: PartnerArrival;
  readonly data: LivesData;
}

/** Signs the partner's member in, while the lives can be seen already. */
function Arrived({ arrival, data }: ArrivedProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [open] = useState(() => () => openArrival(arrival));
  const { state, answer } = useTakeOver(open);
  const settled = state.name === 'taken' || state.name === 'declined';
  useEffect(() => {
    // The router has the tokens of a later arrival in its own memory of the address.
    if (settled && window.location.pathname === '/liveExternal') {
      void navigate('/liveExternal', { replace: true, preventScrollReset: true });
    }
  }, [settled, navigate]);
  if (state.name === 'asking') {
    return (
      <HandoverPlace title={t`Which account shall it be?`}>
        <SwitchMember member={state.session.member} onAnswer={answer} />
      </HandoverPlace>
    );
  }
  return (
    <HomeLives list="external" data={data}>
      {state.name === 'refused' ? <RefusedNotice error={state.error} /> : null}
    </HomeLives>
  );
}

/** `/liveExternal`: the lives that partners' members are offered; a partner's page signs its member in by it. */
export function Component() {
  const data = useLoaderData<LivesData>();
  const arrival = useArrival();
  if (arrival === null) return <HomeLives list="external" data={data} />;
  return <Arrived key={arrival.access_token} arrival={arrival} data={data} />;
}

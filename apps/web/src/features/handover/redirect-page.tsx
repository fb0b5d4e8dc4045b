import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { HandoverPlace } from './handover-place.tsx';
import { HandoverRefused } from './handover-refused.tsx';
import { SwitchMember } from './switch-member.tsx';
import { takeFromAddress } from './take-from-address.ts';
import { useTakeOver } from './use-take-over.ts';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Signing you in`),
  noindex: true,
});

/** The sealed handover. It is removed from the URL when this module loads, before the router reads the URL. */
const { data } =
  typeof window === 'undefined' ? {} : takeFromAddress({ query: ['data'], fragment: ['data'] });

/** Sent without the current session's token, because the link may be for another member. */
const openHandover =
  data === undefined
    ? null
    : async () =>
        (await callApi('POST /auth/member/handover', { body: { data } }, { bearer: null })).data;

/** `/redirect?data=`: signs in the member of the sealed link and opens its target. */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { state, answer, retry } = useTakeOver(openHandover);
  useEffect(() => {
    if (state.name === 'taken') void navigate(state.session.target, { replace: true });
    if (state.name === 'declined') void navigate('/', { replace: true });
  }, [state, navigate]);

  if (state.name === 'refused') {
    return (
      <HandoverPlace title={t`The link could not be opened`}>
        <HandoverRefused error={state.error} onRetry={retry} />
      </HandoverPlace>
    );
  }
  if (state.name === 'asking') {
    return (
      <HandoverPlace title={t`Choose an account`}>
        <SwitchMember member={state.session.member} onAnswer={answer} />
      </HandoverPlace>
    );
  }
  return <HandoverPlace title={t`Signing you in…`} busy />;
}

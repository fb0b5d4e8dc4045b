import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useErrorText } from '../../shared/api/error-text.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useRoleName, useRoleTask } from '../../shared/session/role-name.ts';
import { keepMe, type Me } from '../../shared/session/session-store.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Skeleton } from '../../shared/ui/states.tsx';
import { EntranceFrame } from './entrance-frame.tsx';
import { NewAccountForm, type OpenedLink } from './new-account-form.tsx';
import { NewCodes } from './new-codes.tsx';
import { usesPasskeys } from './site-options.ts';

/** Removes the token from the URL, so that neither the browser's history nor a shared screen shows it. */
function takeToken(): string {
  const url = new URL(window.location.href);
  const token = url.searchParams.get('token') ?? '';
  url.search = '';
  window.history.replaceState(window.history.state, '', url);
  return token;
}

/** The page of an invitation link or of the first owner's set-up link: account, second factor, recovery codes. */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const roleName = useRoleName();
  const roleTask = useRoleTask();
  const [token] = useState(takeToken);
  const options = useQuery(staffQuery('GET /operator/sign-in/options', {}, 'staff'));
  const [link, setLink] = useState<OpenedLink | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [created, setCreated] = useState<{ me: Me; codes: readonly string[] } | null>(null);
  const errorText = useErrorText(error);
  useEffect(() => {
    callStaff('POST /operator/invitation/open', { body: { token } }).then(
      ({ data }) => setLink(data),
      setError,
    );
  }, [token]);

  if (error) {
    return (
      <EntranceFrame title={t`This link does not work`}>
        <Notice tone="warn" title={errorText} />
      </EntranceFrame>
    );
  }
  if (created) {
    return (
      <NewCodes
        codes={created.codes}
        onDone={() => {
          keepMe(created.me);
          void navigate('/', { replace: true });
        }}
      />
    );
  }
  if (!link) {
    return (
      <EntranceFrame title={t`Opening the link`}>
        <Skeleton rows={4} />
      </EntranceFrame>
    );
  }
  return (
    <EntranceFrame
      title={link.kind === 'setup' ? t`Create the first owner` : t`Welcome to the team`}
      text={
        link.kind === 'setup' ? (
          <Trans>This account can do everything and invites the others.</Trans>
        ) : (
          <Trans>
            You are invited as <strong>{roleName(link.role)}</strong>. {roleTask(link.role)}.
          </Trans>
        )
      }
    >
      <NewAccountForm
        token={token}
        link={link}
        takesPasskey={usesPasskeys(options.data)}
        onCreated={(me, codes) => setCreated({ me, codes })}
      />
    </EntranceFrame>
  );
}

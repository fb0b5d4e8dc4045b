import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { isSitePath } from '@sangwian/contract/rules/site-path';
import { Button, buttonClass } from '@sangwian/ui/button';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { callApi } from '../../shared/api/call-api.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { keepMember } from '../../shared/session/session.ts';
import { readStored } from '../../shared/storage/local-storage.ts';
import { HandoverPlace } from './handover-place.tsx';
import styles from './sync-member-page.module.css';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Updating your account`),
  noindex: true,
});

/** "Unable to fetch member data." */
const FAILED = { status: 'member_unavailable', message: '' };

/** Fetches and stores the profile, unless another member signs in during the request. Rejects as `callApi` does. */
async function syncMember(): Promise<void> {
  const memberId = readStored('member_id') ?? '';
  const { data } = await callApi('GET /member/findOne', { query: { member_id: memberId } });
  if (readStored('member_id') === data.member_id) keepMember(data);
}

/**
 * `/sync-member?target=`: fetches the member again after a change in the app or at a partner, then opens the target.
 */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failed, setFailed] = useState(false);
  const sentence = useErrorText(failed ? FAILED : null);
  const wanted = query.get('target') ?? '/';
  const target = isSitePath(wanted) ? wanted : '/';

  const sync = useCallback(async () => {
    setFailed(false);
    try {
      await syncMember();
      void navigate(target, { replace: true });
    } catch {
      setFailed(true);
    }
  }, [target, navigate]);
  useEffect(() => void sync(), [sync]);

  if (!failed) return <HandoverPlace title={t`Updating your account…`} busy />;
  return (
    <HandoverPlace title={sentence ?? t`Updating your account…`}>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void sync()}>
          {t`Try again`}
        </Button>
        <Link to="/" className={buttonClass({})}>
          {t`Back to home`}
        </Link>
      </div>
    </HandoverPlace>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { BlockedMember } from '@sangwian/contract/endpoints/chat-safety';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { Skeleton } from '@sangwian/ui/skeleton';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { keepWritten, memberQuery } from '../../shared/api/api-query.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './devices-section.module.css';
import { Row, Rows } from './row.tsx';
import { Section } from './section.tsx';

/** The members whose chat messages this member has hidden, with a button to unblock each. */
export function BlockedSection() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const query = memberQuery(useMemberId(), 'GET /chat/blocks', {});
  const { data: blocked, isError, refetch } = useQuery(query);
  const [busy, run] = useBusy();
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  const unblock = ({ member_id }: BlockedMember) =>
    run(async () => {
      setOutcome(null);
      try {
        await callApi('DELETE /chat/blocks/{member_id}', { params: { member_id } });
      } catch {
        setOutcome('failed');
        return;
      }
      keepWritten<readonly BlockedMember[]>(queryClient, query.queryKey, (before) =>
        before?.filter((member) => member.member_id !== member_id),
      );
      setOutcome('done');
    });
  return (
    <Section
      title={t`Blocked in the chat`}
      text={t`You do not see the messages of these members in any live.`}
    >
      <div aria-busy={blocked === undefined && !isError}>
        {blocked === undefined && !isError ? (
          <Skeleton shape="fill" className={styles.skeleton} />
        ) : null}
        {blocked === undefined && isError ? (
          <div className={styles.failed}>
            <p>{t`The list could not be loaded.`}</p>
            <Button size="small" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          </div>
        ) : null}
        {blocked?.length === 0 ? (
          <p className={styles.failed}>
            {t`Nobody. You can block someone from the menu beside a message.`}
          </p>
        ) : null}
        {blocked !== undefined && blocked.length > 0 ? (
          <Rows>
            {blocked.map((member) => {
              const name = member.member_name || t`deleted member`;
              const since = formatDateTime(member.blocked_at);
              return (
                <Row
                  key={member.member_id}
                  Icon={UserRoundX}
                  label={<bdi>{name}</bdi>}
                  value={t`Blocked ${since}`}
                >
                  <Button size="small" aria-disabled={busy} onClick={() => void unblock(member)}>
                    {t`Unblock`}
                    <VisuallyHidden> {name}</VisuallyHidden>
                  </Button>
                </Row>
              );
            })}
          </Rows>
        ) : null}
      </div>
      <Notice tone={outcome === 'failed' ? 'danger' : 'ok'} className={styles.notice}>
        {outcome === 'done' ? t`Unblocked.` : null}
        {outcome === 'failed' ? t`That did not work. Please try again.` : null}
      </Notice>
    </Section>
  );
}

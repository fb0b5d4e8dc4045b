import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useReasonNames } from '../../shared/chat/use-reason-names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './chat-place.module.css';

type Case = ResponseOf<'GET /operator/chat/cases'>['data'][number];
type Verdict = NonNullable<Case['decision']>['decision'];
const TIMEOUT_MINUTES = 60;

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['chat'] });

/** Reports from fans: all reports of one message or member are one case. */
export function CasesPage() {
  const { t } = useLingui();
  const [state, setState] = useState<'waiting' | 'decided'>('waiting');
  const list = useStaffList('GET /operator/chat/cases', { query: { state } }, 'chat');
  const [verdict, setVerdict] = useState<{ reported: Case; decision: Verdict } | null>(null);
  const [decide, isDeciding] = useWrite('POST /operator/chat/cases/{chat_case_id}/decide');
  const confirm = async (reason: string) => {
    if (verdict === null) return;
    const { decision, reported } = verdict;
    await decide({
      params: { chat_case_id: reported.chat_case_id },
      body: {
        decision,
        reason,
        ...(decision === 'timed_out' ? { timeout_minutes: TIMEOUT_MINUTES } : {}),
      },
    });
    setVerdict(null);
    await readAgain();
  };
  const verdicts: Readonly<Record<Verdict, string>> = {
    removed: t`Remove the message`,
    timed_out: t`Time the member out for an hour`,
    dismissed: t`Dismiss the report`,
  };
  return (
    <Panel
      title={state === 'waiting' ? t`Reports that wait` : t`Decided reports`}
      className={styles.fill}
      actions={
        <Button size="small" onClick={() => setState(state === 'waiting' ? 'decided' : 'waiting')}>
          {state === 'waiting' ? t`Show decided ones` : t`Show waiting ones`}
        </Button>
      }
    >
      {list.error ? <Failure error={list.error} onRetry={list.retry} /> : null}
      {list.isPending ? <Skeleton /> : null}
      {!list.isPending && !list.error && list.items.length === 0 ? (
        <Empty icon={Flag} title={t`No reports`} />
      ) : null}
      <ul className={styles.list}>
        {list.items.map((reported) => (
          <CaseRow
            key={reported.chat_case_id}
            reported={reported}
            onDecide={(decision) => setVerdict({ reported, decision })}
          />
        ))}
      </ul>
      {list.hasMore ? (
        <div className={styles.more}>
          <Button onClick={list.loadMore} disabled={list.isLoadingMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      ) : null}
      {verdict === null ? null : (
        <ConfirmDialog
          title={verdicts[verdict.decision]}
          description={<bdi>{verdict.reported.text ?? verdict.reported.member_name}</bdi>}
          asksReason
          action={verdicts[verdict.decision]}
          isDanger={verdict.decision !== 'dismissed'}
          isBusy={isDeciding}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setVerdict(null)}
        />
      )}
    </Panel>
  );
}

interface CaseRowProps {
  readonly reported: Case;
  readonly onDecide: (decision: Verdict) => void;
}

function CaseRow({ reported, onDecide }: CaseRowProps) {
  const { t } = useLingui();
  const name = reported.member_name || t`deleted member`;
  return (
    <li className={styles.item}>
      <p className={styles.actions}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={styles.weak}>
          <Moment at={reported.opened_at} />
        </span>
        <Reasons reported={reported} />
      </p>
      <p className={styles.text} dir="auto">
        {reported.text ?? <Trans>About the member, not about one message</Trans>}
      </p>
      {reported.notes.map((note) => (
        <p key={note} className={styles.weak} dir="auto">
          “{note}”
        </p>
      ))}
      {reported.decision === null ? (
        <CaseActs reported={reported} onDecide={onDecide} />
      ) : (
        <Outcome decision={reported.decision} />
      )}
    </li>
  );
}

function Reasons({ reported }: Pick<CaseRowProps, 'reported'>) {
  const names = useReasonNames();
  return Object.entries(reported.reasons).map(([reason, count]) => (
    <Chip key={reason} tone="warn">
      {names[reason as ReportReason]} × {count}
    </Chip>
  ));
}

function Outcome({ decision }: { readonly decision: NonNullable<Case['decision']> }) {
  const { t } = useLingui();
  const outcomes: Readonly<Record<Verdict, string>> = {
    removed: t`Message removed`,
    timed_out: t`Member timed out`,
    dismissed: t`Dismissed`,
  };
  const { by, reason } = decision;
  const outcome = outcomes[decision.decision];
  return (
    <p className={styles.weak}>
      <Trans>
        {outcome} by {by}: {reason}
      </Trans>
    </p>
  );
}

function CaseActs({ reported, onDecide }: CaseRowProps) {
  const isLocked = useWritesLocked();
  const [take, isTaking] = useWrite('POST /operator/chat/cases/{chat_case_id}/take');
  const { chat_case_id, taken } = reported;
  const takeIt = async () => {
    await take({ params: { chat_case_id }, body: {} });
    await readAgain();
  };
  const by = taken?.by ?? '';
  return (
    <div className={styles.actions}>
      {taken === null ? (
        <Button size="small" disabled={isLocked || isTaking} onClick={() => void takeIt()}>
          <Trans>Take</Trans>
        </Button>
      ) : (
        <Chip>
          <Trans>Taken by {by}</Trans>
        </Chip>
      )}
      {reported.chat_message_id === null ? null : (
        <Button size="small" disabled={isLocked} onClick={() => onDecide('removed')}>
          <Trans>Remove</Trans>
        </Button>
      )}
      <Button size="small" disabled={isLocked} onClick={() => onDecide('timed_out')}>
        <Trans>Time out 1 h</Trans>
      </Button>
      <Button
        size="small"
        variant="quiet"
        disabled={isLocked}
        onClick={() => onDecide('dismissed')}
      >
        <Trans>Dismiss</Trans>
      </Button>
    </div>
  );
}

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { AppealItem } from '../../shared/appeals/appeal-queue.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { AppealButtons, AppealFacts } from './appeals-page.tsx';
import { type AppealVerdict, DecideAppealDialog } from './decide-appeal-dialog.tsx';

interface OpenAppealPanelProps {
  readonly memberId: string;
}

/** The member's appeal that waits for a decision, shown beside the timeline. */
export function OpenAppealPanel({ memberId }: OpenAppealPanelProps) {
  const { t } = useLingui();
  const query = { member_id: memberId };
  const { items } = useStaffList('GET /operator/appeal', { query }, 'members');
  const [verdict, setVerdict] = useState<AppealVerdict | null>(null);
  if (items.length === 0) return null;
  return (
    <Panel title={t`Appeal that waits`}>
      <ul>
        {items.map((appeal) => (
          <AppealItem
            key={appeal.appeal_id}
            name={appeal.member_name}
            at={appeal.created_at}
            text={appeal.text}
            facts={<AppealFacts appeal={appeal} />}
          >
            <AppealButtons appeal={appeal} onDecide={setVerdict} />
          </AppealItem>
        ))}
      </ul>
      {verdict === null ? null : (
        <DecideAppealDialog {...verdict} onClose={() => setVerdict(null)} />
      )}
    </Panel>
  );
}

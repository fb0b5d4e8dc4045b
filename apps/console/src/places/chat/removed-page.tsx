import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { MessageSquareX } from 'lucide-react';
import { useMemo } from 'react';
import { isCode } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useChat } from '../../shared/chat/use-chat.ts';
import { CsvButton } from '../../shared/table/csv-button.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { SavedFilters } from '../../shared/table/saved-filters.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Empty, QueryView } from '../../shared/ui/states.tsx';
import styles from './chat-place.module.css';

type RemovedLine = ResponseOf<'GET /operator/chat/removed'>['data'][number];
const NO_FILTERS = { member_id: '' };

/** The removed messages of the live in progress, each with its moderator and reason. */
export function RemovedPage() {
  const { t } = useLingui();
  const chat = useChat();
  if (chat.data === undefined && isCode(chat.error, 'live_not_found')) {
    return <Empty icon={MessageSquareX} title={t`No live is on`} />;
  }
  return (
    <QueryView query={chat} rows={8}>
      {({ program_live_id }) => <RemovedList programLiveId={program_live_id} />}
    </QueryView>
  );
}

function RemovedList({
  programLiveId,
}: {
  readonly programLiveId: RemovedLine['program_live_id'];
}) {
  const { t } = useLingui();
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const query = { program_live_id: programLiveId, ...activeFilters(filters) };
  const list = useStaffList('GET /operator/chat/removed', { query }, 'chat');
  const columns = useMemo(
    (): Column<RemovedLine>[] => [
      {
        id: 'message',
        header: t`Message`,
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            <strong>
              <bdi>{original.member_name || t`deleted member`}</bdi>
            </strong>
            <span className={styles.text} dir="auto">
              {original.text}
            </span>
          </span>
        ),
      },
      {
        id: 'sent',
        header: t`Sent`,
        cell: ({ row: { original } }) => <Moment at={original.sent_at} />,
      },
      {
        id: 'removed',
        header: t`Removed`,
        cell: ({ row: { original } }) => (
          <span className={styles.two}>
            <span>{original.removed?.by}</span>
            <span className={styles.weak}>
              <Moment at={original.removed?.at ?? original.sent_at} />
            </span>
          </span>
        ),
      },
      {
        id: 'reason',
        header: t`Reason`,
        cell: ({ row: { original } }) => original.removed?.reason,
      },
    ],
    [t],
  );
  return (
    <Panel
      title={t`Removed messages`}
      note={t`newest first`}
      className={styles.fill}
      actions={
        <CsvButton
          fileName="sangwian-chat-removed.csv"
          read={async () => (await callStaff('GET /operator/chat/removed/csv', { query })).data.csv}
        />
      }
    >
      <div className={styles.filters}>
        <Field
          label={t`Member id`}
          value={filters.member_id}
          onChange={({ currentTarget }) => setFilters({ member_id: currentTarget.value })}
        />
        <SavedFilters
          list="chat-removed"
          filters={filters}
          onChoose={(chosen) => setFilters({ ...NO_FILTERS, ...chosen })}
        />
      </div>
      <DataTable
        label={t`Removed messages`}
        columns={columns}
        list={list}
        rowId={({ chat_message_id: id }) => id}
        empty={{ title: t`Nothing was removed in this live` }}
      />
    </Panel>
  );
}

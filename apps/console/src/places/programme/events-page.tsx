import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EventLine } from '@sangwian/contract/endpoints/operator/programme';
import { CalendarPlus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { useNameOf } from './use-name-of.ts';

const EventDialog = lazy(() => import('./event-dialog.tsx'));
const NO_FILTERS = { when: '', q: '', premium: '' };

function LiveChip({ live }: Pick<EventLine, 'live'>) {
  const { t } = useLingui();
  if (live === null) return <Chip tone="warn">{t`No broadcast`}</Chip>;
  if (live.cancelled) return <Chip tone="warn">{t`Cancelled`}</Chip>;
  if (live.price_coins === null) return <Chip>{t`Free`}</Chip>;
  return (
    <Chip>
      <Plural value={live.price_coins} one="# coin" other="# coins" />
    </Chip>
  );
}

/** The list of events with filters. */
export function EventsPage() {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const edits = useMay('edit_programme');
  const [isNew, setNew] = useState(false);
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const query = { ...activeFilters(filters), limit: 50 } as { limit: number; when?: 'coming' };
  const list = useStaffList('GET /operator/event', { query }, 'programme');
  const columns = useMemo(
    (): Column<EventLine>[] => [
      {
        id: 'title',
        header: t`Name of the event`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <Link to={`/programme/events/${original.program_id}`}>{nameOf(original.title)}</Link>
            <span className={layout.weak}>
              {nameOf(original.promotion.name)} · {nameOf(original.stadium.name)}
            </span>
          </span>
        ),
      },
      {
        id: 'starts',
        header: t`Begins (Bangkok)`,
        cell: ({ row: { original } }) => <Moment at={original.starts_at} />,
      },
      { id: 'bouts', header: t`Bouts`, cell: ({ row: { original } }) => original.bouts },
      {
        id: 'live',
        header: t`Broadcast`,
        cell: ({ row: { original } }) => <LiveChip live={original.live} />,
      },
    ],
    [t, nameOf],
  );
  const open = (programId: string) => void navigate(`/programme/events/${programId}`);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Events`}
        className={layout.main}
        actions={
          edits ? (
            <Button icon={CalendarPlus} variant="primary" onClick={() => setNew(true)}>
              <Trans>New event</Trans>
            </Button>
          ) : null
        }
      >
        <div className={layout.filters}>
          <SelectField
            label={t`When`}
            options={[
              { value: '', label: t`Today and later` },
              { value: 'past', label: t`Past` },
            ]}
            value={filters.when}
            onChange={(event) => setFilters({ when: event.currentTarget.value })}
          />
          <Field
            label={t`Title, promotion or stadium`}
            type="search"
            value={filters.q}
            onChange={(event) => setFilters({ q: event.currentTarget.value })}
          />
          <Button
            aria-pressed={filters.premium === '1'}
            variant={filters.premium === '1' ? 'primary' : 'plain'}
            onClick={() => setFilters({ premium: filters.premium === '1' ? '' : '1' })}
          >
            <Trans>Premium</Trans>
          </Button>
        </div>
        <DataTable
          label={t`Events`}
          columns={columns}
          list={list}
          rowId={({ program_id }) => program_id}
          onOpen={({ program_id }) => open(program_id)}
          empty={{ title: t`No event matches`, text: t`Change a filter, or make a new event.` }}
        />
      </Panel>
      {isNew ? (
        <Suspense fallback={null}>
          <EventDialog onSaved={(event) => open(event.program_id)} onClose={() => setNew(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

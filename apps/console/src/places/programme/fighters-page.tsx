import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { RosterFighter } from '@sangwian/contract/endpoints/operator/roster';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2, UserRoundPlus, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery, useStaffList } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { PictureUpload } from '../../shared/picture-upload/picture-upload.tsx';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useNameOf, useNameOptions } from './use-name-of.ts';

const FighterDialog = lazy(() => import('./fighter-dialog.tsx'));
const NO_FILTERS = { q: '', division_id: '', no_photo: '' };

interface FighterPanelProps {
  readonly fighterId: string;
  readonly onClose: () => void;
}

function FighterFile({
  fighter,
  onClose,
}: {
  readonly fighter: RosterFighter;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const isLocked = useWritesLocked();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const name = nameOf({ th: fighter.name_th, en: fighter.name_en });
  return (
    <div className={layout.body}>
      <PictureUpload owner="fighter" ownerId={fighter.fighter_id} alt={name} />
      <dl className={layout.facts}>
        <dt>
          <Trans>Gym</Trans>
        </dt>
        <dd>{nameOf(fighter.gym)}</dd>
        <dt>
          <Trans>Division</Trans>
        </dt>
        <dd>
          {nameOf(fighter.division)} · <Trans>{fighter.weight_pounds} lb</Trans>
        </dd>
        <dt>
          <Trans>Bouts</Trans>
        </dt>
        <dd>
          <Plural value={fighter.bouts} one="# bout" other="# bouts" />
        </dd>
      </dl>
      <div className={layout.actions}>
        <Button icon={Pencil} disabled={isLocked} onClick={() => setOpen('edit')}>
          <Trans>Edit</Trans>
        </Button>
        <Button
          variant="danger"
          icon={Trash2}
          disabled={isLocked || fighter.bouts > 0}
          onClick={() => setOpen('delete')}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
      {open === 'edit' ? (
        <Suspense fallback={null}>
          <FighterDialog
            fighter={fighter}
            onSaved={() => setOpen(null)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : null}
      {open === 'delete' ? (
        <RemoveDialog
          title={t`Delete the fighter`}
          description={t`Only a fighter who is on no card and has no photo can be deleted.`}
          remove={() =>
            callStaff('DELETE /operator/fighter/{fighter_id}', {
              params: { fighter_id: fighter.fighter_id },
              query: { version: fighter.version },
            })
          }
          onRemoved={onClose}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

function FighterPanel({ fighterId, onClose }: FighterPanelProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const params = { fighter_id: fighterId };
  const found = useQuery(staffQuery('GET /operator/fighter/{fighter_id}', { params }, 'programme'));
  const title = found.data
    ? nameOf({ th: found.data.name_th, en: found.data.name_en })
    : t`Fighter`;
  return (
    <Panel
      title={title}
      className={layout.side}
      actions={<IconButton icon={X} label={t`Close`} onClick={onClose} />}
    >
      <QueryView query={found} rows={8}>
        {(fighter) => <FighterFile fighter={fighter} onClose={onClose} />}
      </QueryView>
    </Panel>
  );
}

/** The list of fighters with filters, and the chosen fighter beside it. */
export function FightersPage() {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const divisions = useNameOptions('division');
  const [isNew, setNew] = useState(false);
  const [filters, setFilters] = useFilters(NO_FILTERS);
  const [{ fighter: openId }, setOpen] = useFilters({ fighter: '' });
  const query = { ...activeFilters(filters), limit: 50 };
  const list = useStaffList('GET /operator/fighter', { query }, 'programme');
  const columns = useMemo(
    (): Column<RosterFighter>[] => [
      {
        id: 'name',
        header: t`Fighter`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <button type="button" onClick={() => setOpen({ fighter: original.fighter_id })}>
              {nameOf({ th: original.name_th, en: original.name_en })}
            </button>
            <span className={layout.weak}>
              {nameOf({ th: original.nickname_th, en: original.nickname_en })}
            </span>
          </span>
        ),
      },
      { id: 'gym', header: t`Gym`, cell: ({ row: { original } }) => nameOf(original.gym) },
      {
        id: 'division',
        header: t`Division`,
        // Division names are loan words, which Thai line breaking would split in wrong positions.
        cell: ({ row: { original } }) => (
          <span className={layout.whole}>{nameOf(original.division)}</span>
        ),
      },
      { id: 'bouts', header: t`Bouts`, cell: ({ row: { original } }) => original.bouts },
      {
        id: 'photo',
        header: t`Photo`,
        cell: ({ row: { original } }) => (original.photo === null ? '–' : t`Has one`),
      },
    ],
    [t, nameOf, setOpen],
  );
  return (
    <div className={layout.place}>
      <Panel
        title={t`Fighters`}
        className={layout.main}
        actions={
          <Button icon={UserRoundPlus} variant="primary" onClick={() => setNew(true)}>
            <Trans>New fighter</Trans>
          </Button>
        }
      >
        <div className={layout.filters}>
          <Field
            label={t`Name or nickname`}
            type="search"
            value={filters.q}
            onChange={(event) => setFilters({ q: event.currentTarget.value })}
          />
          <SelectField
            label={t`Division`}
            options={[{ value: '', label: t`All` }, ...divisions]}
            value={filters.division_id}
            onChange={(event) => setFilters({ division_id: event.currentTarget.value })}
          />
          <Button
            aria-pressed={filters.no_photo === '1'}
            variant={filters.no_photo === '1' ? 'primary' : 'plain'}
            onClick={() => setFilters({ no_photo: filters.no_photo === '1' ? '' : '1' })}
          >
            <Trans>Without a photo</Trans>
          </Button>
        </div>
        <DataTable
          label={t`Fighters`}
          columns={columns}
          list={list}
          rowId={({ fighter_id }) => fighter_id}
          onOpen={({ fighter_id }) => setOpen({ fighter: fighter_id })}
          currentId={openId}
          empty={{ title: t`No fighter matches`, text: t`Change or clear a filter.` }}
        />
      </Panel>
      {openId === '' ? null : (
        <FighterPanel key={openId} fighterId={openId} onClose={() => setOpen({ fighter: '' })} />
      )}
      {isNew ? (
        <Suspense fallback={null}>
          <FighterDialog
            onSaved={({ fighter_id }) => setOpen({ fighter: fighter_id })}
            onClose={() => setNew(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

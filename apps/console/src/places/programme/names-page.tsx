import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { NameKind, type NameLine } from '@sangwian/contract/endpoints/operator/roster';
import { Merge, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { activeFilters, useFilters } from '../../shared/table/use-filters.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { useNameOf, useNameOptions } from './use-name-of.ts';

const NameDialog = lazy(() => import('./name-dialog.tsx'));

type Act = { readonly kind: 'edit' | 'merge' | 'delete'; readonly line: NameLine };

interface ActDialogProps {
  readonly kind: NameKind;
  readonly line: NameLine;
  readonly onClose: () => void;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['programme'] });

function MergeDialog({ kind, line, onClose }: ActDialogProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const options = useNameOptions(kind).filter(({ value }) => value !== line.id);
  const [intoId, setIntoId] = useState('');
  const [merge, isBusy] = useWrite('POST /operator/name/{kind}/{id}/merge');
  const confirm = async () => {
    const body = { version: line.version, into_id: intoId };
    const answer = await merge({ params: { kind, id: line.id }, body });
    await refresh();
    if (answer !== null) onClose();
  };
  return (
    <ConfirmDialog
      title={t`Merge ${nameOf(line.name)}`}
      description={
        <Plural
          value={line.uses}
          one="# entry gets the other name. This cannot be undone."
          other="# entries get the other name. This cannot be undone."
        />
      }
      action={t`Merge`}
      isDanger
      isBusy={isBusy || intoId === ''}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <SelectField
        label={t`Into`}
        options={[{ value: '', label: t`Choose` }, ...options]}
        value={intoId}
        onChange={(event) => setIntoId(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

function DeleteDialog({ kind, line, onClose }: ActDialogProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  return (
    <RemoveDialog
      title={t`Delete ${nameOf(line.name)}`}
      description={t`Nothing refers to it.`}
      remove={() =>
        callStaff('DELETE /operator/name/{kind}/{id}', {
          params: { kind, id: line.id },
          query: { version: line.version },
        })
      }
      onClose={onClose}
    />
  );
}

function useColumns(onAct: (act: Act) => void): Column<NameLine>[] {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const isLocked = useWritesLocked();
  return useMemo(
    (): Column<NameLine>[] => [
      {
        id: 'name',
        header: t`Name`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            {original.name.th}
            <span className={layout.weak}>{original.name.en}</span>
          </span>
        ),
      },
      {
        id: 'more',
        header: t`Province or weight`,
        cell: ({ row: { original: one } }) =>
          one.province === null
            ? one.weight_pounds_max === null
              ? '–'
              : t`up to ${one.weight_pounds_max} lb`
            : nameOf(one.province),
      },
      { id: 'uses', header: t`Uses`, cell: ({ row: { original } }) => original.uses },
      {
        id: 'acts',
        header: t`Actions`,
        cell: ({ row: { original: line } }) => (
          <span className={layout.buttons}>
            <IconButton
              icon={Pencil}
              label={t`Edit ${nameOf(line.name)}`}
              disabled={isLocked}
              onClick={() => onAct({ kind: 'edit', line })}
            />
            <IconButton
              icon={Merge}
              label={t`Merge ${nameOf(line.name)}`}
              disabled={isLocked}
              onClick={() => onAct({ kind: 'merge', line })}
            />
            <IconButton
              icon={Trash2}
              label={t`Delete ${nameOf(line.name)}`}
              disabled={isLocked || line.uses > 0}
              onClick={() => onAct({ kind: 'delete', line })}
            />
          </span>
        ),
      },
    ],
    [t, nameOf, isLocked, onAct],
  );
}

/** The lists of gyms, divisions, stadiums and promotions. */
export function NamesPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isNew, setNew] = useState(false);
  const [act, setAct] = useState<Act | null>(null);
  const [{ kind: chosen, q }, setFilters] = useFilters({ kind: '', q: '' });
  const parsed = NameKind.safeParse(chosen);
  const kind = parsed.success ? parsed.data : 'gym';
  const query = { ...activeFilters({ q }), limit: 50 };
  const list = useStaffList('GET /operator/name/{kind}', { params: { kind }, query }, 'programme');
  const columns = useColumns(setAct);
  const close = () => setAct(null);
  return (
    <div className={layout.place}>
      <Panel
        title={t`Gyms and more`}
        className={layout.main}
        actions={
          <Button icon={Plus} variant="primary" disabled={isLocked} onClick={() => setNew(true)}>
            <Trans>New name</Trans>
          </Button>
        }
      >
        <div className={layout.filters}>
          <SelectField
            label={t`Kind`}
            options={[
              { value: 'gym', label: t`Gyms` },
              { value: 'division', label: t`Divisions` },
              { value: 'stadium', label: t`Stadiums` },
              { value: 'promotion', label: t`Promotions` },
            ]}
            value={kind}
            onChange={(event) => setFilters({ kind: event.currentTarget.value })}
          />
          <Field
            label={t`Name`}
            type="search"
            value={q}
            onChange={(event) => setFilters({ q: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={t`Gyms and more`}
          columns={columns}
          list={list}
          rowId={({ id }) => id}
          empty={{ title: t`No name matches`, text: t`Change or clear a filter.` }}
        />
      </Panel>
      <Suspense fallback={null}>
        {isNew ? <NameDialog kind={kind} line={null} onClose={() => setNew(false)} /> : null}
        {act?.kind === 'edit' ? (
          <NameDialog
            kind={kind}
            line={list.items.find(({ id }) => id === act.line.id) ?? act.line}
            onClose={close}
          />
        ) : null}
      </Suspense>
      {act?.kind === 'merge' ? <MergeDialog kind={kind} line={act.line} onClose={close} /> : null}
      {act?.kind === 'delete' ? <DeleteDialog kind={kind} line={act.line} onClose={close} /> : null}
    </div>
  );
}

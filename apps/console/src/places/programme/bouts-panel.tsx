import { Trans, useLingui } from '@lingui/react/macro';
import type { EventBout, EventFile } from '@sangwian/contract/endpoints/operator/programme';
import { formatClock } from '@sangwian/i18n/format-date';
import { ArrowDown, ArrowUp, Pencil, Plus, Repeat, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import styles from './programme-place.module.css';
import { useNameOf } from './use-name-of.ts';

const BoutDialog = lazy(() => import('./bout-dialog.tsx'));
const SubstitutionDialog = lazy(() => import('./substitution-dialog.tsx'));

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'substitute' | 'remove'; readonly bout: EventBout };

const refresh = () => queryClient.invalidateQueries({ queryKey: ['programme'] });
const ended = (bout: EventBout): boolean => bout.status === 'ended' || bout.result !== null;

interface BoutRowProps {
  readonly bout: EventBout;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isLocked: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onOpen: (open: Open) => void;
}

function BoutRow({ bout, isFirst, isLast, isLocked, onMove, onOpen }: BoutRowProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const pair = `${nameOf(bout.red.name)} – ${nameOf(bout.blue.name)}`;
  const isOpen = bout.status === 'not_started' && bout.result === null;
  return (
    <>
      <span className={styles.number}>{bout.order}</span>
      <span className={styles.two}>
        <span>
          <span className={styles.red}>{nameOf(bout.red.name)}</span> –{' '}
          <span className={styles.blue}>{nameOf(bout.blue.name)}</span>
        </span>
        <span className={styles.weak}>
          {formatClock(bout.starts_at)} · {nameOf(bout.division.name)} ·{' '}
          <Trans>
            {bout.weight_pounds} lb, {bout.rounds} rounds
          </Trans>{' '}
          {bout.main_event ? <Chip>{t`Main event`}</Chip> : null}{' '}
          {bout.status === 'in_progress' ? <Chip tone="ok">{t`In the ring`}</Chip> : null}
          {ended(bout) ? <Chip>{t`Over`}</Chip> : null}
        </span>
      </span>
      {ended(bout) ? null : (
        <span className={styles.actions}>
          <IconButton
            icon={ArrowUp}
            label={t`Move ${pair} up`}
            disabled={isFirst || isLocked || !isOpen}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t`Move ${pair} down`}
            disabled={isLast || isLocked || !isOpen}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon={Pencil}
            label={t`Edit ${pair}`}
            disabled={!isOpen}
            onClick={() => onOpen({ kind: 'edit', bout })}
          />
          <IconButton
            icon={Repeat}
            label={t`Substitute in ${pair}`}
            disabled={ended(bout)}
            onClick={() => onOpen({ kind: 'substitute', bout })}
          />
          <IconButton
            icon={Trash2}
            label={t`Remove ${pair}`}
            disabled={!isOpen}
            onClick={() => onOpen({ kind: 'remove', bout })}
          />
        </span>
      )}
    </>
  );
}

interface BoutDialogsProps {
  readonly event: EventFile;
  readonly open: Open | null;
  readonly onClose: () => void;
}

function BoutDialogs({ event, open, onClose }: BoutDialogsProps) {
  const { t } = useLingui();
  const [remove, isRemoving] = useWrite('DELETE /operator/match/{match_id}');
  const removeBout = async ({ match_id, version }: EventBout) => {
    await remove({ params: { match_id }, query: { version } });
    await refresh();
    onClose();
  };
  if (open === null) return null;
  if (open.kind === 'remove') {
    return (
      <ConfirmDialog
        title={t`Remove the bout`}
        description={t`It disappears from the programme. A bout with cheers or predictions cannot be removed.`}
        action={t`Remove the bout`}
        isDanger
        isBusy={isRemoving}
        onConfirm={() => void removeBout(open.bout)}
        onClose={onClose}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      {open.kind === 'add' ? <BoutDialog event={event} onClose={onClose} /> : null}
      {open.kind === 'edit' ? (
        <BoutDialog event={event} bout={open.bout} onClose={onClose} />
      ) : null}
      {open.kind === 'substitute' ? (
        <SubstitutionDialog bout={open.bout} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}

/** The bouts of an event in order: moved by dragging, or by the arrows of each row. */
export function BoutsPanel({ event }: { readonly event: EventFile }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [open, setOpen] = useState<Open | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [putOrder, isOrdering] = useWrite('PUT /operator/event/{program_id}/order');
  const { bouts } = event;
  const isBusy = isLocked || isOrdering;
  const move = async (from: number, to: number) => {
    const ids = bouts.map(({ match_id: id }) => id);
    const [id] = ids.splice(from, 1);
    if (id === undefined || from === to) return;
    ids.splice(to, 0, id);
    const body = { version: event.version, match_ids: ids };
    await putOrder({ params: { program_id: event.program_id }, body });
    await refresh();
  };
  return (
    <Panel
      title={t`Bouts`}
      note={bouts.length}
      className={styles.list}
      actions={
        <Button icon={Plus} disabled={isLocked} onClick={() => setOpen({ kind: 'add' })}>
          <Trans>Add a bout</Trans>
        </Button>
      }
    >
      <ol className={styles.bouts} aria-label={t`Bouts in order`}>
        {bouts.map((bout, index) => (
          <li
            key={bout.match_id}
            className={styles.bout}
            draggable={!isBusy && bout.status === 'not_started' && bout.result === null}
            data-over={over === index && dragged !== index}
            onDragStart={() => setDragged(index)}
            onDragOver={(drag) => {
              drag.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
            onDrop={() => {
              if (dragged !== null) void move(dragged, index);
            }}
          >
            <BoutRow
              bout={bout}
              isFirst={index === 0}
              isLast={index === bouts.length - 1}
              isLocked={isBusy}
              onMove={(by) => void move(index, index + by)}
              onOpen={setOpen}
            />
          </li>
        ))}
      </ol>
      {bouts.length === 0 ? (
        <p className={styles.body}>
          <Trans>No bout yet. Add the first pairing.</Trans>
        </p>
      ) : null}
      <BoutDialogs event={event} open={open} onClose={() => setOpen(null)} />
    </Panel>
  );
}

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EventBout, EventFile } from '@sangwian/contract/endpoints/operator/programme';
import type { MatchId } from '@sangwian/contract/ids';
import { formatClock } from '@sangwian/i18n/format-date';
import { ArrowDown, ArrowUp, Pencil, Plus, Repeat, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import styles from './programme-place.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
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
  const edits = useMay('edit_programme');
  return (
    <>
      <span className={styles.order}>{bout.order}</span>
      <span className={layout.two}>
        <span>
          <span className={styles.red}>{nameOf(bout.red.name)}</span> –{' '}
          <span className={styles.blue}>{nameOf(bout.blue.name)}</span>
        </span>
        <span className={layout.weak}>
          {formatClock(bout.starts_at)} · {nameOf(bout.division.name)} ·{' '}
          <Trans>
            {bout.weight_pounds} lb, <Plural value={bout.rounds} one="# round" other="# rounds" />
          </Trans>{' '}
          {bout.main_event ? <Chip>{t`Main event`}</Chip> : null}{' '}
          {bout.status === 'in_progress' ? <Chip tone="ok">{t`In the ring`}</Chip> : null}
          {ended(bout) ? <Chip>{t`Over`}</Chip> : null}
        </span>
      </span>
      {ended(bout) ? null : (
        <span className={layout.actions}>
          {edits ? (
            <>
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
            </>
          ) : null}
          <IconButton
            icon={Repeat}
            label={t`Substitute in ${pair}`}
            disabled={ended(bout)}
            onClick={() => onOpen({ kind: 'substitute', bout })}
          />
          {edits ? (
            <IconButton
              icon={Trash2}
              label={t`Remove ${pair}`}
              disabled={!isOpen}
              onClick={() => onOpen({ kind: 'remove', bout })}
            />
          ) : null}
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
  if (open === null) return null;
  if (open.kind === 'remove') {
    return (
      <RemoveDialog
        title={t`Remove the bout`}
        description={t`It disappears from the programme. A bout with cheers or predictions cannot be removed.`}
        remove={() =>
          callStaff('DELETE /operator/match/{match_id}', {
            params: { match_id: open.bout.match_id },
            query: { version: open.bout.version },
          })
        }
        onClose={onClose}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      {open.kind === 'add' ? <BoutDialog event={event} onClose={onClose} /> : null}
      {open.kind === 'edit' ? (
        <BoutDialog
          event={event}
          bout={event.bouts.find(({ match_id: id }) => id === open.bout.match_id) ?? open.bout}
          onClose={onClose}
        />
      ) : null}
      {open.kind === 'substitute' ? (
        <SubstitutionDialog bout={open.bout} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}

/** The bouts of an event in order. They are moved by dragging, or with the arrow buttons of each row. */
export function BoutsPanel({ event }: { readonly event: EventFile }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [open, setOpen] = useState<Open | null>(null);
  const [dragged, setDragged] = useState<{ matchId: MatchId; version: number } | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [putOrder] = useWrite('PUT /operator/event/{program_id}/order');
  const [isOrdering, setOrdering] = useState(false);
  const edits = useMay('edit_programme');
  const { bouts } = event;
  const isBusy = isLocked || isOrdering;
  /** Moves a bout to a position. Sends the version of the order that the operator saw. */
  const move = async (matchId: MatchId, to: number, version: number) => {
    const ids = bouts.map(({ match_id: id }) => id);
    const from = ids.indexOf(matchId);
    if (from === -1 || from === to) return;
    ids.splice(to, 0, ...ids.splice(from, 1));
    const body = { version, match_ids: ids };
    // The rows stay locked until the new version is known: a change of the old one would be refused.
    setOrdering(true);
    try {
      await putOrder({ params: { program_id: event.program_id }, body });
      await refresh();
    } finally {
      setOrdering(false);
    }
  };
  return (
    <Panel
      title={t`Bouts`}
      note={bouts.length}
      className={layout.main}
      actions={
        edits ? (
          <Button icon={Plus} disabled={isLocked} onClick={() => setOpen({ kind: 'add' })}>
            <Trans>Add a bout</Trans>
          </Button>
        ) : null
      }
    >
      <ol className={styles.bouts} aria-label={t`Bouts in order`}>
        {bouts.map((bout, index) => (
          <li
            key={bout.match_id}
            className={styles.bout}
            draggable={edits && !isBusy && bout.status === 'not_started' && bout.result === null}
            data-over={over === index && dragged !== null && dragged.matchId !== bout.match_id}
            onDragStart={() => setDragged({ matchId: bout.match_id, version: event.version })}
            onDragOver={(drag) => {
              drag.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
            onDrop={() => {
              if (dragged !== null) void move(dragged.matchId, index, dragged.version);
            }}
          >
            <BoutRow
              bout={bout}
              isFirst={index === 0}
              isLast={index === bouts.length - 1}
              isLocked={isBusy}
              onMove={(by) => void move(bout.match_id, index + by, event.version)}
              onOpen={setOpen}
            />
          </li>
        ))}
      </ol>
      {bouts.length === 0 ? (
        <p className={layout.body}>
          <Trans>No bout yet. Add the first pairing.</Trans>
        </p>
      ) : null}
      <BoutDialogs event={event} open={open} onClose={() => setOpen(null)} />
    </Panel>
  );
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { EventFile } from '@sangwian/contract/endpoints/operator/programme';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { useQuery } from '@tanstack/react-query';
import { Copy, Pencil, Radio, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { PictureUpload } from '../../shared/picture-upload/picture-upload.tsx';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import { BoutsPanel } from './bouts-panel.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useNameOf } from './use-name-of.ts';

const EventDialog = lazy(() => import('./event-dialog.tsx'));
const LiveDialog = lazy(() => import('./live-dialog.tsx'));
const CopyDialog = lazy(() => import('./copy-dialog.tsx'));

type Open = 'edit' | 'live' | 'copy' | 'delete' | null;

function Facts({ event }: { readonly event: EventFile }) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const { live } = event;
  const price =
    live === null
      ? t`No broadcast yet`
      : live.price_coins === null
        ? t`Free`
        : t`${plural(live.price_coins, { one: '# coin', other: '# coins' })}`;
  return (
    <dl className={layout.facts}>
      <dt>
        <Trans>Promotion</Trans>
      </dt>
      <dd>{nameOf(event.promotion.name)}</dd>
      <dt>
        <Trans>Stadium</Trans>
      </dt>
      <dd>{nameOf(event.stadium.name)}</dd>
      <dt>
        <Trans>Begins</Trans>
      </dt>
      <dd>
        {formatDateTime(event.starts_at)} <Trans>(Bangkok time)</Trans>
      </dd>
      <dt>
        <Trans>Broadcast</Trans>
      </dt>
      <dd>
        {price}
        {live?.channel_id == null ? null : ` · ${live.channel_id}`}
      </dd>
    </dl>
  );
}

function EventPanels({ event }: { readonly event: EventFile }) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const navigate = useNavigate();
  const isLocked = useWritesLocked();
  const edits = useMay('edit_programme');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <div className={layout.place}>
      <BoutsPanel event={event} />
      <div className={layout.aside}>
        <Panel title={nameOf(event.title)}>
          <div className={layout.body}>
            <Facts event={event} />
            {edits ? (
              <div className={layout.actions}>
                <Button icon={Pencil} disabled={isLocked} onClick={() => setOpen('edit')}>
                  <Trans>Edit</Trans>
                </Button>
                <Button icon={Radio} disabled={isLocked} onClick={() => setOpen('live')}>
                  <Trans>Broadcast and price</Trans>
                </Button>
                <Button icon={Copy} disabled={isLocked} onClick={() => setOpen('copy')}>
                  <Trans>Copy</Trans>
                </Button>
                <Button
                  variant="danger"
                  icon={Trash2}
                  disabled={isLocked}
                  onClick={() => setOpen('delete')}
                >
                  <Trans>Delete</Trans>
                </Button>
              </div>
            ) : null}
          </div>
        </Panel>
        {edits ? (
          <Panel title={t`Poster`}>
            <div className={layout.body}>
              <PictureUpload owner="program" ownerId={event.program_id} alt={nameOf(event.title)} />
            </div>
          </Panel>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {open === 'edit' ? <EventDialog event={event} onSaved={close} onClose={close} /> : null}
        {open === 'live' ? <LiveDialog event={event} onClose={close} /> : null}
        {open === 'copy' ? (
          <CopyDialog
            event={event}
            onCopied={({ program_id: id }) => void navigate(`/programme/events/${id}`)}
            onClose={close}
          />
        ) : null}
      </Suspense>
      {open === 'delete' ? (
        <RemoveDialog
          title={t`Delete the event`}
          description={t`Its bouts, its broadcast and its poster are deleted too. It is refused if fans have paid, cheered, predicted or set a reminder.`}
          typed={nameOf(event.title)}
          remove={() =>
            callStaff('DELETE /operator/event/{program_id}', {
              params: { program_id: event.program_id },
              query: { version: event.version },
            })
          }
          onRemoved={() => navigate('/programme/events')}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** One event: its bouts, its broadcast and its poster. */
export function EventPage() {
  const { programId = '' } = useParams();
  const params = { program_id: programId };
  const found = useQuery(staffQuery('GET /operator/event/{program_id}', { params }, 'programme'));
  return (
    <QueryView query={found} rows={8}>
      {(event) => <EventPanels key={event.program_id} event={event} />}
    </QueryView>
  );
}

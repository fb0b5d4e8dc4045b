import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorNotice } from '@sangwian/contract/endpoints/operator/switches';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { useNow } from '../../shared/use-now.ts';
import { FansPreview } from './fans-preview.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import styles from './switches-place.module.css';
import { useEdit } from './use-edit.ts';

interface NoticePanelProps {
  readonly notice: OperatorNotice;
}

/** The notice above every page of the fans' site: its text, when it is shown, and who set it. */
export function NoticePanel({ notice }: NoticePanelProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const now = useNow();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { text, from, until, level, by, at } = notice;
  const isOver = until !== null && Date.parse(until) <= now;
  const isAhead = from !== null && Date.parse(from) > now;
  const start = from === null ? '' : formatDateTime(from);
  const end = until === null ? '' : formatDateTime(until);
  return (
    <Panel
      title={t`Notice above every page`}
      className={styles.notice}
      actions={
        <>
          {text === null ? null : (
            <Button
              size="small"
              variant="quiet"
              icon={Trash2}
              disabled={isLocked}
              onClick={() => setOpen('remove')}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
          <Button size="small" icon={Pencil} disabled={isLocked} onClick={() => setOpen('edit')}>
            {text === null ? <Trans>Set a notice</Trans> : <Trans>Change</Trans>}
          </Button>
        </>
      }
    >
      <PanelBody>
        {text === null ? (
          <p className={layout.weak}>
            <Trans>No notice is set. Use it for maintenance or a delay of the card.</Trans>
          </p>
        ) : (
          <>
            <div className={styles.row}>
              {isOver ? (
                <Chip>
                  <Trans>Over since {end}</Trans>
                </Chip>
              ) : isAhead ? (
                <Chip>
                  <Trans>From {start}</Trans>
                </Chip>
              ) : (
                <Chip tone="warn">
                  <Trans>Shown now</Trans>
                </Chip>
              )}
              {isOver || until === null ? null : (
                <span className={layout.weak}>
                  <Trans>until {end}</Trans>
                </span>
              )}
            </div>
            <FansPreview text={text} level={level} where={t`above every page`} />
            <p className={layout.weak}>
              {by} · <Moment at={at} />
            </p>
          </>
        )}
      </PanelBody>
      {open === 'edit' ? <NoticeDialog notice={notice} onClose={() => setOpen(null)} /> : null}
      {open === 'remove' ? <RemoveDialog notice={notice} onClose={() => setOpen(null)} /> : null}
    </Panel>
  );
}

function RemoveDialog({ notice, onClose }: NoticePanelProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { isBusy, refusal, run } = useEdit();
  const { level, version } = notice;
  const remove = () =>
    callStaff('PUT /operator/notice', {
      body: { text: null, level, from: null, until: null, version },
    });
  return (
    <ConfirmDialog
      title={t`Remove the notice?`}
      description={t`It disappears from every page at once.`}
      action={t`Remove the notice`}
      isDanger
      isBusy={isBusy}
      onConfirm={() =>
        void run(remove).then((isDone) => {
          if (isDone) onClose();
        })
      }
      onClose={onClose}
    >
      {refusal === '' ? null : <Notice tone="warn" title={refusal} />}
    </ConfirmDialog>
  );
}

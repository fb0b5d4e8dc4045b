import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Show, ShowLive } from '@sangwian/contract/endpoints/operator/show';
import { useNames } from '../../shared/bouts/names.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useActs } from './use-act.ts';

interface Props {
  readonly show: Show;
  readonly live: ShowLive;
  readonly onClose: () => void;
}

/** Cancels the live and its bouts. Fans get back what they paid for it. */
export default function CancelLiveDialog({ show, live, onClose }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const { run, isBusy } = useActs();
  const open = show.bouts.filter(({ result }) => result === null).length;
  return (
    <ConfirmDialog
      title={t`Cancel the live?`}
      description={
        <>
          {open === 0 ? null : (
            <Plural
              value={open}
              one="# bout is cancelled, and its cheers return to the fans."
              other="# bouts are cancelled, and their cheers return to the fans."
            />
          )}{' '}
          <Trans>
            Coins paid for this live return, and codes used for it are valid again. The live cannot
            be opened again.
          </Trans>
        </>
      }
      typed={names.of(live.title)}
      asksReason
      action={t`Cancel the live`}
      isDanger
      isBusy={isBusy}
      onConfirm={async (reason) => {
        const of = { id: live.program_live_id, version: live.version };
        const path = 'POST /operator/show/lives/{program_live_id}/cancel';
        if (await run(path, of, { reason })) onClose();
      }}
      onClose={onClose}
    />
  );
}

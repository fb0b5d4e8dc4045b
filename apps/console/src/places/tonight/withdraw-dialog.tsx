import { Trans, useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useActs } from './use-act.ts';

interface Props {
  readonly bout: ShowBout;
  readonly onClose: () => void;
}

/** Withdraws an unconfirmed result. No coins have moved yet. */
export function WithdrawDialog({ bout, onClose }: Props) {
  const { t } = useLingui();
  const { run, isBusy } = useActs();
  const { order } = bout;
  return (
    <ConfirmDialog
      title={t`Withdraw the result of bout ${order}?`}
      description={
        <Trans>
          It disappears from every screen. No coins have moved yet; another result can be recorded
          after it.
        </Trans>
      }
      asksReason
      action={t`Withdraw the result`}
      isDanger
      isBusy={isBusy}
      onConfirm={async (reason) => {
        await run(
          'POST /operator/show/bouts/{match_live_id}/withdraw',
          { id: bout.match_live_id, version: bout.version },
          { reason },
        );
        onClose();
      }}
      onClose={onClose}
    />
  );
}

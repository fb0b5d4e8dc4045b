import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { GameSheet } from '@sangwian/contract/endpoints/operator/game';
import { useState } from 'react';
import { isCode } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useNames } from '../../shared/bouts/names.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { showToast } from '../../shared/toasts/toasts.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

interface Props {
  readonly sheet: GameSheet;
  readonly onClose: () => void;
}

/**
 * Makes the scores of a card final. Shows how many sheets and bouts without a result this concerns, and asks for the card's
 * title as confirmation.
 */
export function FinaliseDialog({ sheet, onClose }: Props) {
  const { t } = useLingui();
  const { of } = useNames();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const { sheets, bouts, decided, program_id } = sheet;
  const undecided = bouts - decided;
  const run = async (reason: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await callStaff('POST /operator/game/{program_id}/finalise', {
        params: { program_id },
        body: { undecided, reason },
      });
      showToast('done', t`The scores are final`);
      onClose();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['game'] });
    }
  };
  const isStale = isCode(failure, 'edit_stale');
  return (
    <ConfirmDialog
      title={t`Make the scores final now?`}
      description={
        <>
          <Plural
            value={sheets}
            one="# sheet is scored by the present results."
            other="# sheets are scored by the present results."
          />{' '}
          {undecided === 0 ? (
            <Trans>Every bout has a result.</Trans>
          ) : (
            <Plural
              value={undecided}
              one="# bout has no result and does not count until it gets one."
              other="# bouts have no result and do not count until they get one."
            />
          )}
        </>
      }
      asksReason
      typed={of(sheet.title)}
      action={t`Make final`}
      isDanger
      isBusy={isBusy}
      onConfirm={(reason) => void run(reason)}
      onClose={onClose}
    >
      {isStale ? (
        <Notice tone="warn">
          <Trans>
            Not done: a result was recorded or withdrawn meanwhile. The numbers above are the new
            ones.
          </Trans>
        </Notice>
      ) : (
        <FormFailure error={failure} />
      )}
    </ConfirmDialog>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError, isCode, ProofRefusedError } from '../../shared/api/api-error.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** Returns the names of what still uses the row and prevents its deletion, from the tables in the API's error. */
function useDependents(error: Error | null): string[] {
  const { t } = useLingui();
  if (!(error instanceof ApiError) || !isCode(error, 'programme_in_use')) return [];
  const names: Record<string, string> = {
    bout: t`bouts on a card`,
    fighter: t`fighters`,
    program: t`events`,
    photo: t`a photo`,
    gift: t`cheers of fans`,
    gift_settlement: t`cheers of fans`,
    gift_correction: t`cheers of fans`,
    live_unlock: t`fans who have paid`,
    redeem_code: t`redeem codes`,
    redeem_use: t`redeemed codes`,
    prediction: t`predictions`,
    predict_program: t`predictions`,
    predict_slot: t`predictions`,
    predict_board: t`the prediction ranking`,
    reminder_target: t`reminders of fans`,
    fighter_import: t`an import`,
    bout_ruling: t`a ruling`,
    show_action: t`acts of a show`,
    chat_room: t`chat messages`,
  };
  const other = t`other data`;
  return [...new Set(error.details.map(({ path }) => names[path] ?? other))];
}

interface RemoveDialogProps {
  /** The act, which is also the label of its button. */
  readonly title: string;
  readonly description: string;
  readonly typed?: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved?: () => unknown;
  readonly onClose: () => void;
}

/** Confirms a deletion, and shows the reason if it is refused. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, description, typed, remove, onRemoved, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const dependents = useDependents(failure);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await remove();
      onClose();
      await onRemoved?.();
    } catch (error) {
      if (!(error instanceof ProofRefusedError)) setFailure(error as Error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
    }
  };
  return (
    <ConfirmDialog
      title={title}
      description={description}
      {...(typed === undefined ? {} : { typed })}
      action={title}
      isDanger
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div role="alert">
        <FormFailure error={failure} />
        {dependents.length === 0 ? null : (
          <p>
            <Trans>It is used by: {dependents.join(', ')}.</Trans>
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}

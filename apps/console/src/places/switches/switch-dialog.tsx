import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorSwitch } from '@sangwian/contract/endpoints/operator/switches';
import { LIMITS } from '@sangwian/contract/limits';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { type Bilingual, BilingualFields, isComplete, trimmed } from './bilingual-fields.tsx';
import { FansPreview } from './fans-preview.tsx';
import type { SwitchTexts } from './names.ts';
import { useEdit } from './use-edit.ts';

const OPERATIONS = {
  payments: 'PUT /operator/switches/payments',
  gifts: 'PUT /operator/switches/gifts',
  chat: 'PUT /operator/switches/chat',
  registration: 'PUT /operator/switches/registration',
  predictions: 'PUT /operator/switches/predictions',
} as const;

interface SwitchDialogProps {
  /** The latest known row of the switch. After a stale edit this is the newer row. */
  readonly row: OperatorSwitch;
  readonly texts: SwitchTexts;
  readonly onClose: () => void;
}

/**
 * Switches a part of the site off, after the operator has given a reason for fans and typed a confirmation; or switches
 * it on again.
 */
export function SwitchDialog({ row, texts, onClose }: SwitchDialogProps) {
  const { t } = useLingui();
  const { isBusy, refusal, staleBy, run } = useEdit();
  // The state when the dialog opened. The row may change in the meantime.
  const [turnsOff] = useState(row.on);
  const [reason, setReason] = useState<Bilingual>({ th: '', en: '' });
  const [isChecked, setChecked] = useState(false);
  const { title } = texts;
  const confirm = async () => {
    setChecked(true);
    if (turnsOff && !isComplete(reason)) return;
    const body = turnsOff
      ? { on: false, reason: trimmed(reason), version: row.version }
      : { on: true, version: row.version };
    if (await run(() => callStaff(OPERATIONS[row.name], { body }))) onClose();
  };
  const state = row.on ? t`It is on now.` : t`It is off now: “${row.reason?.en ?? ''}”.`;
  return (
    <ConfirmDialog
      title={turnsOff ? t`Switch off: ${title}` : t`Switch on: ${title}`}
      description={
        turnsOff ? (
          <>
            <Trans>It stops on every page at once.</Trans> {texts.effect}
          </>
        ) : (
          <Trans>It works again on every page at once.</Trans>
        )
      }
      {...(turnsOff ? { typed: title } : {})}
      action={turnsOff ? t`Switch off: ${title}` : t`Switch on: ${title}`}
      isDanger={turnsOff}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {refusal === '' ? null : (
        <Notice tone="warn" title={refusal}>
          {staleBy === null ? null : (
            <p>
              <Trans>
                {staleBy} was faster. {state}
              </Trans>
            </p>
          )}
        </Notice>
      )}
      {turnsOff ? (
        <>
          <BilingualFields
            text={reason}
            charsMax={LIMITS.switchReasonCharsMax}
            isChecked={isChecked}
            onChange={setReason}
          />
          <FansPreview text={reason} where={texts.where} />
        </>
      ) : null}
    </ConfirmDialog>
  );
}

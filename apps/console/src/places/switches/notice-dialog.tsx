import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorNotice } from '@sangwian/contract/endpoints/operator/switches';
import { LIMITS } from '@sangwian/contract/limits';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { fromBangkokInput, toBangkokInput } from '../../shared/forms/bangkok-input.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { BilingualFields, isComplete, trimmed } from './bilingual-fields.tsx';
import { FansPreview } from './fans-preview.tsx';
import styles from './switches-place.module.css';
import { useEdit } from './use-edit.ts';

interface NoticeDialogProps {
  readonly notice: OperatorNotice;
  readonly onClose: () => void;
}

/** Sets the notice above every page: text, level, start and end in Bangkok time. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const { t } = useLingui();
  const { isBusy, refusal, staleBy, run } = useEdit();
  const [text, setText] = useState(notice.text ?? { th: '', en: '' });
  const [level, setLevel] = useState(notice.level);
  const [from, setFrom] = useState(toBangkokInput(notice.from));
  const [until, setUntil] = useState(toBangkokInput(notice.until));
  const [isChecked, setChecked] = useState(false);
  const isBackwards = from !== '' && until !== '' && until <= from;
  const confirm = async () => {
    setChecked(true);
    if (!isComplete(text) || isBackwards) return;
    const body = {
      text: trimmed(text),
      level,
      from: from === '' ? null : fromBangkokInput(from),
      until: until === '' ? null : fromBangkokInput(until),
      version: notice.version,
    };
    if (await run(() => callStaff('PUT /operator/notice', { body }))) onClose();
  };
  return (
    <ConfirmDialog
      title={t`Notice above every page`}
      description={t`Every open page shows it at once, or from the time that you set.`}
      action={t`Show the notice`}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {refusal === '' ? null : (
        <Notice tone="warn" title={refusal}>
          {staleBy === null ? null : (
            <p>
              <Trans>{staleBy} has changed it meanwhile. Your text is kept here.</Trans>
            </p>
          )}
        </Notice>
      )}
      <BilingualFields
        text={text}
        charsMax={LIMITS.noticeCharsMax}
        isChecked={isChecked}
        onChange={setText}
      />
      <div className={styles.three}>
        <SelectField
          label={t`Kind`}
          hint={level === 'warning' ? t`It stays` : t`Fans can hide it`}
          value={level}
          options={[
            { value: 'information', label: t`Information` },
            { value: 'warning', label: t`Warning` },
          ]}
          onChange={({ currentTarget }) => setLevel(currentTarget.value as OperatorNotice['level'])}
        />
        <Field
          label={t`From (Bangkok)`}
          type="datetime-local"
          hint={t`Empty: at once`}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <Field
          label={t`Until (Bangkok)`}
          type="datetime-local"
          hint={t`Empty: until it is removed`}
          error={isChecked && isBackwards ? t`The end must be after the beginning.` : undefined}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </div>
      <FansPreview text={text} level={level} where={t`above every page`} />
    </ConfirmDialog>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { MemberNickname } from '@sangwian/contract/endpoints/account';
import { LIMITS } from '@sangwian/contract/limits';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { fieldMessage } from '../../shared/forms/field-message.tsx';
import { FormRefusal } from '../../shared/forms/form-refusal.tsx';
import { setRefusal } from '../../shared/forms/set-refusal.ts';
import { keepMemberIfCurrent, type MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './form.module.css';

/** Returns what the details of a refusal say about a path; `null` without it. */
const detailOf = (error: unknown, path: string): string | null =>
  (error instanceof ApiError
    ? error.body.details?.find((detail) => detail.path === path)?.message
    : undefined) ?? null;

interface NicknameDialogProps {
  readonly member: MemberProfile;
  readonly known: MemberNickname;
  readonly onClose: () => void;
  readonly onDone: (saved: MemberNickname) => void;
}

/** Sets or removes the name that the chat and the rankings show instead of the first name. */
export function NicknameDialog({ member, known, onClose, onDone }: NicknameDialogProps) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [waitUntil, setWaitUntil] = useState(known.changeable_at);
  const { register, handleSubmit, setError, setValue, setFocus, clearErrors, formState } = useForm({
    defaultValues: { nickname: known.nickname ?? '' },
  });
  const { errors } = formState;
  const save = (nickname: string | null) =>
    run(async () => {
      setSuggestion(null);
      try {
        const { data } = await callApi('PUT /auth/member/nickname', { body: { nickname } });
        keepMemberIfCurrent({ ...member, nickname: data.nickname });
        onDone(data);
      } catch (error) {
        setSuggestion(detailOf(error, 'suggestion'));
        setWaitUntil((before) => detailOf(error, 'changeable_at') ?? before);
        const fields = {
          nickname_invalid: 'nickname',
          nickname_word: 'nickname',
          nickname_taken: 'nickname',
          nickname_too_soon: 'nickname',
        } as const;
        setRefusal(error, fields, setError);
      }
    });
  const take = (nickname: string) => {
    setValue('nickname', nickname);
    clearErrors();
    setSuggestion(null);
    setFocus('nickname');
  };
  const wait = waitUntil === null ? null : formatDateTime(waitUntil);
  const firstName = member.member_fname;
  return (
    <ClosableDialog title={t`Chat nickname`} onClose={onClose}>
      <form
        noValidate
        onSubmit={handleSubmit(({ nickname }) => save(nickname.trim()))}
        className={styles.form}
      >
        <p className={styles.text}>
          {t`The chat and the rankings show it instead of ${firstName}. Nobody else can have the same one.`}
        </p>
        <Field
          label={t`Chat nickname`}
          hint={
            wait === null
              ? t`2 to 24 letters or digits. You can change it once in 7 days.`
              : t`You can change it from ${wait}.`
          }
          autoComplete="nickname"
          maxLength={LIMITS.nicknameUnitsMax}
          error={fieldMessage(errors.nickname)}
          {...register('nickname')}
        />
        {suggestion === null ? null : (
          <Button wide onClick={() => take(suggestion)}>
            {t`Use ${suggestion}`}
          </Button>
        )}
        <FormRefusal errors={errors} />
        <SubmitButton busy={busy}>{busy ? t`Saving…` : t`Save the nickname`}</SubmitButton>
        {known.nickname === null ? null : (
          <Button wide aria-disabled={busy} onClick={() => void save(null)}>
            {t`Show my first name again`}
          </Button>
        )}
      </form>
    </ClosableDialog>
  );
}

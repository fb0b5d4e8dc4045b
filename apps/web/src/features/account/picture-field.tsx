import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { Avatar } from '../../shared/member/avatar.tsx';
import { keepMemberIfCurrent, type MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { CropDialog } from './crop-dialog.tsx';
import { decodePicture } from './draw-crop.ts';
import form from './form.module.css';
import styles from './picture-field.module.css';

/** The image in the crop dialog. Its memory is released when the dialog closes. */
function useChosenPicture() {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => () => picture?.close(), [picture]);
  return [picture, setPicture] as const;
}

/** Changes or removes the member's image. The change is saved at once, independently of the form. */
export function PictureField({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useChosenPicture();
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const [busy, run] = useBusy();
  const choose = (file: File | undefined) =>
    run(async () => {
      if (!file) return;
      setError(undefined);
      try {
        setPicture(await decodePicture(file));
      } catch {
        setError({ type: REFUSED, message: 'picture_invalid' });
      }
    });
  const remove = () =>
    run(async () => {
      setError(undefined);
      try {
        const { data } = await callApi('DELETE /auth/member/profile/update/{member_id}/avatar', {
          params: { member_id: member.member_id },
        });
        keepMemberIfCurrent(data);
      } catch (refusal) {
        setError({ type: REFUSED, message: codeOf(refusal) });
      }
    });
  return (
    <div className={styles.field}>
      <Avatar member={member} size="large" />
      <div className={styles.words}>
        <div className={styles.actions}>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            hidden
            aria-label={t`Change the picture`}
            onChange={({ currentTarget }) => {
              void choose(currentTarget.files?.[0]);
              // Cleared, so that choosing the same file again fires a change event.
              currentTarget.value = '';
            }}
          />
          <Button size="small" aria-disabled={busy} onClick={() => input.current?.click()}>
            {t`Change the picture`}
          </Button>
          {member.member_avatar ? (
            <Button variant="ghost" size="small" aria-disabled={busy} onClick={() => void remove()}>
              {t`Remove`}
            </Button>
          ) : null}
        </div>
        <p className={styles.hint}>{t`JPEG, PNG or WebP. Saved at once.`}</p>
        <div role="alert" className={form.refusal}>
          {fieldMessage(error)}
        </div>
      </div>
      {picture ? (
        <CropDialog
          memberId={member.member_id}
          picture={picture}
          onClose={() => setPicture(null)}
          onDone={() => setPicture(null)}
        />
      ) : null}
    </div>
  );
}

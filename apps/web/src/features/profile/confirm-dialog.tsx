import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { ChoiceField } from '@sangwian/ui/choice-field';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { type KeptError, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/place-refusal.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { type AccountWish, signInAgain } from './account-wish.ts';
import { missingOf, type ProofKind, type TypedProof } from './delete-account.ts';
import styles from './form.module.css';
import { confirmOwner, ownerProofs } from './owner-proof.ts';
import { ProofInput } from './proof-input.tsx';

interface ConfirmDialogProps {
  readonly member: MemberProfile;
  /** What it is for: whoever logs in again comes back to it. */
  readonly wish: AccountWish;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** Asks whoever has been signed in for a while to show to be the owner, before a way to log in changes. */
export function ConfirmDialog({ member, wish, onClose, onConfirmed }: ConfirmDialogProps) {
  const { t } = useLingui();
  const kinds = ownerProofs(member);
  const [typed, setTyped] = useState<TypedProof>({
    kind: kinds[0] ?? 'sign_in',
    password: '',
    pin: '',
    sentOtp: null,
    otpToken: null,
  });
  const [error, setError] = useState<KeptError | undefined>();
  const [busy, run] = useBusy();
  const labels: Record<ProofKind, string> = {
    password: t`Password`,
    pin: t`PIN`,
    otp: t`OTP by SMS`,
    sign_in: t`Log in again`,
  };
  const change = (fields: Partial<TypedProof>) => {
    setTyped((before) => ({ ...before, ...fields }));
    setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const complaint = missingOf(typed);
    setError(complaint ? { message: complaint } : undefined);
    if (complaint) return;
    void run(async () => {
      try {
        await confirmOwner(typed);
        onConfirmed();
      } catch (refusal) {
        if (typed.kind === 'pin') change({ pin: '' });
        setError({ type: REFUSED, message: codeOf(refusal) });
      }
    });
  };
  return (
    <ClosableDialog title={t`Is it you?`} onClose={onClose}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <p className={styles.text}>
          {t`You logged in a while ago. Please confirm that it is you before the ways into your account change.`}
        </p>
        {kinds.length > 1 ? (
          <ChoiceField
            label={t`Confirm with`}
            name="proof"
            options={kinds.map((value) => ({ value, label: labels[value] }))}
            value={typed.kind}
            onChange={({ currentTarget }) => change({ kind: currentTarget.value as ProofKind })}
          />
        ) : null}
        {typed.kind === 'sign_in' ? (
          <>
            <p className={styles.text}>{t`After logging in you are back here and can go on.`}</p>
            <Button
              variant="primary"
              wide
              onClick={() => signInAgain({ of: member.member_id, to: wish })}
            >
              {t`Log in again`}
            </Button>
          </>
        ) : (
          <>
            <ProofInput member={member} typed={typed} onChange={change} error={error} />
            <SubmitButton busy={busy}>{busy ? t`Checking…` : t`Confirm`}</SubmitButton>
          </>
        )}
      </form>
    </ClosableDialog>
  );
}

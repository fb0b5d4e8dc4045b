import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import type { MemberProfile } from '../../shared/session/session.ts';
import { type AccountWish, signInAgain } from './account-wish.ts';
import styles from './form.module.css';
import { confirmOwner, ownerProofs } from './owner-proof.ts';
import { ProofChoice } from './proof-choice.tsx';
import { ProofInput } from './proof-input.tsx';
import { useTypedProof } from './use-typed-proof.ts';

interface ConfirmDialogProps {
  readonly member: MemberProfile;
  /** What it is for: whoever logs in again comes back to it. */
  readonly wish: AccountWish;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** Asks whoever has been signed in for a while to show to be the owner, before something that a thief would do. */
export function ConfirmDialog({ member, wish, onClose, onConfirmed }: ConfirmDialogProps) {
  const { t } = useLingui();
  const kinds = ownerProofs(member);
  const { typed, error, busy, change, submit } = useTypedProof({
    kinds,
    show: async (proof) => {
      await confirmOwner(proof);
      onConfirmed();
    },
    forget: (_code, { kind }) => (kind === 'pin' ? { pin: '' } : {}),
  });
  return (
    <ClosableDialog title={t`Is it you?`} onClose={onClose}>
      <form noValidate onSubmit={submit} className={styles.form}>
        <p className={styles.text}>
          {wish.kind === 'export'
            ? t`You logged in a while ago. Please confirm that it is you before all your data is downloaded.`
            : t`You logged in a while ago. Please confirm that it is you before the ways into your account change.`}
        </p>
        <ProofChoice kinds={kinds} chosen={typed.kind} onChoose={(kind) => change({ kind })} />
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

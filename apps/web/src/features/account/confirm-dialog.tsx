import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import type { MemberProfile } from '../../shared/session/session.ts';
import styles from './form.module.css';
import { confirmOwner, ownerProofs } from './owner-proof.ts';
import { type AccountAction, signInAgain } from './pending-action.ts';
import { ProofChoice } from './proof-choice.tsx';
import { ProofInput } from './proof-input.tsx';
import { useTypedProof } from './use-typed-proof.ts';

interface ConfirmDialogProps {
  readonly member: MemberProfile;
  /** The action to confirm; it continues after a new sign-in. */
  readonly action: AccountAction;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** Asks for a proof of ownership before a sensitive action, when the sign-in is not recent. */
export function ConfirmDialog({ member, action, onClose, onConfirmed }: ConfirmDialogProps) {
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
          {action.kind === 'export'
            ? t`You logged in a while ago. Please confirm that it is you before you download your data.`
            : t`You logged in a while ago. Please confirm that it is you before you change how you log in.`}
        </p>
        <ProofChoice kinds={kinds} chosen={typed.kind} onChoose={(kind) => change({ kind })} />
        {typed.kind === 'sign_in' ? (
          <>
            <p className={styles.text}>{t`You return here after logging in.`}</p>
            <Button
              variant="primary"
              wide
              onClick={() => signInAgain({ memberId: member.member_id, action })}
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

import { useLingui } from '@lingui/react/macro';
import { ChoiceField } from '@sangwian/ui/choice-field';
import type { ProofKind } from './deletion/delete-account.ts';

interface ProofChoiceProps {
  readonly kinds: readonly ProofKind[];
  readonly chosen: ProofKind;
  readonly onChoose: (kind: ProofKind) => void;
}

/** Radio buttons for several proofs of ownership. */
export function ProofChoice({ kinds, chosen, onChoose }: ProofChoiceProps) {
  const { t } = useLingui();
  if (kinds.length < 2) return null;
  const labels: Record<ProofKind, string> = {
    password: t`Password`,
    pin: t`PIN`,
    otp: t`OTP by SMS`,
    sign_in: t`Log in again`,
  };
  return (
    <ChoiceField
      label={t`Confirm with`}
      name="proof"
      options={kinds.map((value) => ({ value, label: labels[value] }))}
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as ProofKind)}
    />
  );
}

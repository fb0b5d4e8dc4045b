import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormFailure } from '../forms/form-failure.tsx';
import { Button } from '../ui/button.tsx';

export interface PasskeyButtonProps {
  /** The operation that uses the passkey, such as `signInByPasskey`. */
  readonly act: () => Promise<void>;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button that asks for a passkey and shows why the operation failed. */
export function PasskeyButton({ act, disabled = false, children }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormFailure error={failure} />
      <Button
        size="big"
        wide
        icon={KeyRound}
        disabled={disabled || isBusy}
        onClick={() => void run()}
      >
        {children}
      </Button>
    </>
  );
}

import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormFailure } from '../forms/form-failure.tsx';
import { Button } from '../ui/button.tsx';

export interface PasskeyButtonProps {
  /** What the passkey does, such as `signInByPasskey`. */
  readonly act: () => Promise<void>;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Asks for a passkey, and shows why there was none. */
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

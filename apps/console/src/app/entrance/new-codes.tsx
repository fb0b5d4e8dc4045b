import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { RecoveryCodes } from '../../shared/session/recovery-codes.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EntranceFrame } from './entrance-frame.tsx';
import styles from './form.module.css';
import { Steps } from './steps.tsx';

interface NewCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The last step of a new account: shows the recovery codes, which the person must save before the console opens. */
export function NewCodes({ codes, onDone }: NewCodesProps) {
  const { t } = useLingui();
  const [isKept, setKept] = useState(false);
  return (
    <EntranceFrame title={t`Keep your recovery codes`}>
      <Steps current={2} />
      <RecoveryCodes codes={codes} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Trans>I have kept them in a safe place</Trans>
      </label>
      <Button variant="primary" size="big" wide disabled={!isKept} onClick={onDone}>
        <Trans>Open the console</Trans>
      </Button>
    </EntranceFrame>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode } from '@sangwian/ui/qr-code';
import { Copy } from 'lucide-react';
import { useCopy } from '../toasts/use-copy.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './totp-enrolment.module.css';

interface TotpEnrolmentProps {
  /** `otpauth://totp/…`. */
  readonly uri: string;
  /** Base32. */
  readonly secret: string;
}

const GROUP = /.{1,4}/g;

/** The QR code for an authenticator app, and the secret for people who cannot scan the code. */
export function TotpEnrolment({ uri, secret }: TotpEnrolmentProps) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <div className={styles.enrolment}>
      <div className={styles.code}>
        <QrCode payload={uri} label={t`QR code for the authenticator app`} />
      </div>
      <div className={styles.text}>
        <p>
          <Trans>
            Scan the code with an authenticator app, such as Google Authenticator, 1Password or
            Aegis.
          </Trans>
        </p>
        <p className={styles.hint}>
          <Trans>On this phone, or without a camera, type this key into the app:</Trans>
        </p>
        <p className={styles.secret}>
          <code>{secret.match(GROUP)?.join(' ')}</code>
          <IconButton icon={Copy} label={t`Copy the key`} onClick={() => copy(secret)} />
        </p>
      </div>
    </div>
  );
}

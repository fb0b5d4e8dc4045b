import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { OtpEntry } from '../../shared/otp/otp-entry.tsx';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { NewPasswordForm, type NewPasswords } from './new-password-form.tsx';
import { ResetCard } from './reset-card.tsx';
import { otpProofs, toProof } from './reset-draft.ts';
import { StartForm } from './start-form.tsx';

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`New password by OTP`),
  noindex: true,
});

/** `/password/re-by-OTP`: the OTP, then the new password. If opened directly, the page starts with the phone number. */
export function Component() {
  const { t } = useLingui();
  const { otp, byOtp } = otpProofs.use();
  const [refused, setRefused] = useState<string>();
  const secrets = useRef<NewPasswords>({ new_password: '', confirm_password: '' });
  if (byOtp) {
    return (
      <ResetCard step={3} title={t`Your new password`}>
        <NewPasswordForm
          proof={{ otp_token: byOtp.token }}
          secrets={secrets}
          onEnded={(code) => {
            setRefused(code);
            otpProofs.change({ otp: null, byOtp: null });
          }}
        />
      </ResetCard>
    );
  }
  if (otp) {
    return (
      <ResetCard step={2} title={t`The OTP`}>
        <OtpEntry
          sent={otp}
          onResent={(sent) => otpProofs.change({ otp: sent })}
          onToken={async (token) => otpProofs.change({ otp: null, byOtp: toProof(token) })}
        />
      </ResetCard>
    );
  }
  return (
    <ResetCard step={1} title={t`Your phone number`}>
      <StartForm only="OTP" refused={refused} />
    </ResetCard>
  );
}

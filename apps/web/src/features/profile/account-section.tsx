import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { Grid3x3, History, KeyRound, PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { laterDialog } from '../../shared/dialogs/later-dialog.tsx';
import { useHasPage } from '../../shared/has-page.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { RowButton, RowLink, Rows } from './row.tsx';
import { Section } from './section.tsx';

const PinDialog = laterDialog(async () => (await import('./pin-dialog.tsx')).PinDialog);

/** The profile, and what the account is opened with. A partner's member is signed in by the partner. */
export function AccountSection({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const [pinOpen, setPinOpen] = useState(false);
  const [pinSaved, setPinSaved] = useState(false);
  return (
    <Section title={t`Profile and security`}>
      <Rows>
        <RowLink
          to="/profile/edit"
          Icon={PenLine}
          label={t`Edit profile`}
          value={t`Name, picture, email, date of birth, gender`}
        />
        {member.external ? null : (
          <>
            <RowLink
              to="/profile/change-password"
              Icon={KeyRound}
              label={t`Change password`}
              value={member.has_password ? t`Logs out every other device` : t`Not set yet`}
            />
            <RowButton
              Icon={Grid3x3}
              label={member.has_pin ? t`Change PIN` : t`Create a PIN`}
              value={t`For a new password without an SMS`}
              onClick={() => {
                setPinSaved(false);
                setPinOpen(true);
              }}
            />
          </>
        )}
        {hasPage('/profile/coin-history') ? (
          <RowLink to="/profile/coin-history" Icon={History} label={t`Coin history`} />
        ) : null}
      </Rows>
      <Notice tone="ok">{pinSaved ? t`Your PIN has been saved.` : null}</Notice>
      <Suspense fallback={null}>
        {pinOpen ? (
          <PinDialog
            member={member}
            onClose={() => setPinOpen(false)}
            onDone={() => {
              setPinOpen(false);
              setPinSaved(true);
            }}
          />
        ) : null}
      </Suspense>
    </Section>
  );
}

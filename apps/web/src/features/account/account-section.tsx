import { useLingui } from '@lingui/react/macro';
import { Notice } from '@sangwian/ui/notice';
import { Gauge, Grid3x3, History, KeyRound, PenLine, Scissors } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { useHasPage } from '../../shared/navigation/has-page.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { isProofNeeded } from './owner-proof.ts';
import { takePendingAction } from './pending-action.ts';
import { RowButton, RowLink, Rows } from './row.tsx';
import { Section } from './section.tsx';

const PinDialog = lazyDialog(async () => (await import('./pin-dialog.tsx')).PinDialog);

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

const PIN = { kind: 'pin' } as const;

/** Returns the dialogs of the PIN. A member with neither password nor PIN first proves ownership of the account. */
function usePin(member: MemberProfile) {
  const [open, setOpen] = useState<'pin' | 'confirm' | null>(null);
  const [saved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [, run] = useBusy();
  const begin = () =>
    void run(async () => {
      setSaved(false);
      setRefusal(null);
      try {
        const isOwner = member.has_pin || member.has_password || !(await isProofNeeded());
        setOpen(isOwner ? 'pin' : 'confirm');
      } catch (error) {
        setRefusal(codeOf(error));
      }
    });
  const resume = useEffectEvent(() => {
    if (takePendingAction(member.member_id, ['pin']) !== null) begin();
  });
  useEffect(() => resume(), []);
  return { open, setOpen, saved, setSaved, refusal, begin };
}

/** The links to the profile, the password and the PIN. A partner's member has no password or PIN on this site. */
export function AccountSection({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const hasPage = useHasPage();
  const pin = usePin(member);
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
              onClick={pin.begin}
            />
          </>
        )}
        {hasPage('/profile/spending') ? (
          <RowLink
            to="/profile/spending"
            Icon={Gauge}
            label={t`Spending limits`}
            value={t`Per day and month, or a pause`}
          />
        ) : null}
        <RowLink to="/profile/clips" Icon={Scissors} label={t`My clips`} />
        {hasPage('/profile/coin-history') ? (
          <RowLink to="/profile/coin-history" Icon={History} label={t`Coin history`} />
        ) : null}
      </Rows>
      <Notice tone="ok">{pin.saved ? t`Your PIN has been saved.` : null}</Notice>
      <Notice tone="danger">
        {pin.refusal === null ? null : fieldMessage({ type: REFUSED, message: pin.refusal })}
      </Notice>
      <Suspense fallback={null}>
        {pin.open === 'confirm' ? (
          <ConfirmDialog
            member={member}
            action={PIN}
            onClose={() => pin.setOpen(null)}
            onConfirmed={() => pin.setOpen('pin')}
          />
        ) : null}
        {pin.open === 'pin' ? (
          <PinDialog
            member={member}
            onClose={() => pin.setOpen(null)}
            onDone={() => {
              pin.setOpen(null);
              pin.setSaved(true);
            }}
          />
        ) : null}
      </Suspense>
    </Section>
  );
}

import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { BellOff, BellRing, Smartphone } from 'lucide-react';
import type { DeviceState } from './push/push-device.ts';
import styles from './reminder-dialog.module.css';

function useHint(state: DeviceState): string {
  const { t } = useLingui();
  const hints: Readonly<Record<DeviceState, string>> = {
    on: t`Notifications are on: reminders come to this device.`,
    off: t`Your browser will ask whether Sangwian may send notifications. Choose “Allow”.`,
    denied: t`Notifications from Sangwian are blocked here. Allow them in your browser’s site settings, then come back. Reminders still come to your other devices.`,
    install_first: t`On an iPhone or iPad, add Sangwian to your home screen first: tap Share, then “Add to Home Screen”, and open it from there.`,
    unsupported: t`This browser cannot receive notifications. Reminders come to your other devices, or add the card to your calendar.`,
    unavailable: t`Notifications are not available at the moment. Add the card to your calendar instead.`,
  };
  return hints[state];
}

function Hint({ state }: { readonly state: DeviceState }) {
  const text = useHint(state);
  const Icon =
    state === 'on' || state === 'off' ? BellRing : state === 'install_first' ? Smartphone : BellOff;
  return (
    <>
      <Icon size={20} aria-hidden="true" className={classNames(state === 'on' && styles.ok)} />
      <span>{text}</span>
    </>
  );
}

/** Whether reminders come to this browser, and what to do where they do not. */
export function DeviceHint({ state }: { readonly state: DeviceState | null }) {
  return (
    <p role="status" className={classNames(styles.hint, state === null && styles.waiting)}>
      {state === null ? null : <Hint state={state} />}
    </p>
  );
}

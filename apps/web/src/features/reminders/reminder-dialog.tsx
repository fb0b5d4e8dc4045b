import { useLingui } from '@lingui/react/macro';
import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';
import { Button } from '@sangwian/ui/button';
import { CheckField } from '@sangwian/ui/check-field';
import { classNames } from '@sangwian/ui/class-names';
import { Notice } from '@sangwian/ui/notice';
import { BellOff, BellRing, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { useBusy } from '../../shared/use-busy.ts';
import { type DeviceState, readDeviceState, turnDeviceOn } from './push/push-device.ts';
import styles from './reminder-dialog.module.css';
import { isInFuture, LEADS, leadsAtFirst } from './reminder-leads.ts';
import { type ReminderTarget, useSetLeads } from './use-reminders.ts';

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

/** Shows whether reminders reach this browser, and how to change that. */
function DeviceHint({ state }: { readonly state: DeviceState | null }) {
  return (
    <p role="status" className={classNames(styles.hint, state === null && styles.waiting)}>
      {state === null ? null : <Hint state={state} />}
    </p>
  );
}

interface ReminderDialogProps {
  readonly target: ReminderTarget;
  readonly startsAt: string;
  readonly name: string;
  /** The lead times that are set; empty without a reminder. */
  readonly leads: readonly ReminderLead[];
  readonly onClose: () => void;
}

/** The push state of this browser; `null` until it is known. */
function useDevice(): [DeviceState | null, (state: DeviceState) => void] {
  const [device, setDevice] = useState<DeviceState | null>(null);
  useEffect(() => {
    let isOver = false;
    readDeviceState()
      .catch((): DeviceState => 'off')
      .then((state) => {
        if (!isOver) setDevice(state);
      });
    return () => {
      isOver = true;
    };
  }, []);
  return [device, setDevice];
}

function useLeadWords(): Readonly<Record<ReminderLead, string>> {
  const { t } = useLingui();
  return { day: t`1 day before`, hour: t`1 hour before`, start: t`When it starts` };
}

/** The dialog that sets the lead times of a reminder and turns on notifications in this browser. */
export function ReminderDialog({ target, startsAt, name, leads, onClose }: ReminderDialogProps) {
  const { t } = useLingui();
  const words = useLeadWords();
  const [now_ms] = useState(() => Date.now());
  const [chosen, setChosen] = useState<readonly ReminderLead[]>(() =>
    leads.length > 0 ? leads : leadsAtFirst(startsAt, now_ms),
  );
  const [device, setDevice] = useDevice();
  const [busy, run] = useBusy();
  const setLeads = useSetLeads();
  const [failed, setFailed] = useState(false);
  const toggle = (lead: ReminderLead, isOn: boolean) =>
    setChosen(LEADS.filter((one) => (one === lead ? isOn : chosen.includes(one))));
  const change = (kept: readonly ReminderLead[]) =>
    run(async () => {
      setFailed(false);
      try {
        const state = device === 'off' && kept.length > 0 ? await turnDeviceOn() : device;
        await setLeads(target, kept);
        if (state === device || state === 'on') onClose();
        // The reminder is set, but this browser will not receive it. The dialog stays open and shows that.
        else if (state !== null) setDevice(state);
      } catch {
        setFailed(true);
      }
    });
  return (
    <ClosableDialog title={t`Remind me`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void change(chosen);
        }}
      >
        <p className={styles.name}>{name}</p>
        <fieldset className={styles.leads}>
          <legend className={styles.legend}>{t`When should we remind you?`}</legend>
          {LEADS.map((lead) => {
            const ahead = isInFuture(lead, startsAt, now_ms);
            return (
              <CheckField
                key={lead}
                checked={ahead && chosen.includes(lead)}
                disabled={!ahead}
                onChange={({ target: box }) => toggle(lead, box.checked)}
              >
                {words[lead]}
                {ahead ? null : <span className={styles.past}> ({t`time has passed`})</span>}
              </CheckField>
            );
          })}
        </fieldset>
        <DeviceHint state={device} />
        <Notice tone="danger">
          {failed ? t`The reminder could not be set. Please try again.` : null}
        </Notice>
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="primary"
            wide
            aria-disabled={busy || chosen.length === 0}
            disabled={chosen.length === 0}
          >
            {device === 'off' ? t`Turn on and remind me` : t`Remind me`}
          </Button>
          {leads.length > 0 ? (
            <Button wide aria-disabled={busy} onClick={() => void change([])}>
              {t`Remove reminder`}
            </Button>
          ) : null}
        </div>
      </form>
    </ClosableDialog>
  );
}

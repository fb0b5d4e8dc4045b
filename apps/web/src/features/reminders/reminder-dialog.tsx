import { useLingui } from '@lingui/react/macro';
import type { ReminderLead } from '@sangwian/contract/endpoints/reminders';
import { Button } from '@sangwian/ui/button';
import { CheckField } from '@sangwian/ui/check-field';
import { Notice } from '@sangwian/ui/notice';
import { useEffect, useState } from 'react';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { useBusy } from '../../shared/use-busy.ts';
import { DeviceHint } from './device-hint.tsx';
import { type DeviceState, readDeviceState, turnDeviceOn } from './push/push-device.ts';
import styles from './reminder-dialog.module.css';
import { isAhead, LEADS, leadsAtFirst } from './reminder-leads.ts';
import { type ReminderTarget, setLeads } from './use-reminders.ts';

interface ReminderDialogProps {
  readonly target: ReminderTarget;
  readonly startsAt: string;
  readonly name: string;
  /** As it is set; none: it is not. */
  readonly leads: readonly ReminderLead[];
  readonly onClose: () => void;
}

/** How this browser stands; `null` until it is known. */
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

/** When somebody is told of a card or a bout, and whether that can come to this browser. */
export function ReminderDialog({ target, startsAt, name, leads, onClose }: ReminderDialogProps) {
  const { t } = useLingui();
  const words = useLeadWords();
  const [now_ms] = useState(() => Date.now());
  const [chosen, setChosen] = useState<readonly ReminderLead[]>(() =>
    leads.length > 0 ? leads : leadsAtFirst(startsAt, now_ms),
  );
  const [device, setDevice] = useDevice();
  const [busy, run] = useBusy();
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
        // It is set, but it will not come here: that is said before the dialog goes.
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
          <legend className={styles.legend}>{t`When should we tell you?`}</legend>
          {LEADS.map((lead) => {
            const ahead = isAhead(lead, startsAt, now_ms);
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

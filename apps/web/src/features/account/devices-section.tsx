import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Tag } from '@sangwian/ui/tag';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useState } from 'react';
import { useBusy } from '../../shared/use-busy.ts';
import { readDeviceName } from './device-name.ts';
import styles from './devices-section.module.css';
import { Row, Rows } from './row.tsx';
import { Section } from './section.tsx';
import { type Device, useDevices } from './use-devices.ts';

const ICONS = { phone: Smartphone, tablet: Tablet, computer: Monitor } as const;

interface DeviceRowProps {
  readonly device: Device;
  readonly busy: boolean;
  readonly onSignOut: () => void;
}

function DeviceRow({ device, busy, onSignOut }: DeviceRowProps) {
  const { t } = useLingui();
  const { browser, system, kind } = readDeviceName(device.user_agent);
  const name = [browser, system].filter(Boolean).join(' · ') || t`Unknown device`;
  const used = formatDateTime(device.last_seen_at);
  const since = formatDateTime(device.created_at);
  return (
    <Row
      Icon={ICONS[kind]}
      label={name}
      value={device.current ? t`Signed in ${since}` : t`Last used ${used}`}
    >
      {device.current ? (
        <Tag tone="soft">{t`This device`}</Tag>
      ) : (
        <Button size="small" aria-disabled={busy} onClick={onSignOut}>
          {t`Log out`}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </Row>
  );
}

/** The devices that the member is signed in on, with buttons to log out one or all others. */
export function DevicesSection() {
  const { t } = useLingui();
  const { devices, failed, reload, signOut, signOutOthers } = useDevices();
  const [busy, run] = useBusy();
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);
  const hasOthers = devices?.some(({ current }) => !current) ?? false;
  const end = (ending: () => Promise<boolean>) =>
    run(async () => {
      setOutcome(null);
      setOutcome((await ending()) ? 'done' : 'failed');
    });
  return (
    <Section
      title={t`Devices`}
      text={t`Devices that are signed in to your account. Log out any that you do not recognise, then change your password.`}
    >
      <div aria-busy={devices === null && !failed}>
        {devices === null && !failed ? <Skeleton shape="fill" className={styles.skeleton} /> : null}
        {devices === null && failed ? (
          <div className={styles.failed}>
            <p>{t`The devices could not be loaded.`}</p>
            <Button size="small" onClick={() => void reload()}>
              {t`Try again`}
            </Button>
          </div>
        ) : null}
        {devices ? (
          <Rows>
            {devices.map((device) => (
              <DeviceRow
                key={device.member_session_id}
                device={device}
                busy={busy}
                onSignOut={() => void end(() => signOut(device))}
              />
            ))}
          </Rows>
        ) : null}
      </div>
      {hasOthers ? (
        <Button
          wide
          className={styles.all}
          aria-disabled={busy}
          onClick={() => void end(signOutOthers)}
        >
          {t`Log out everywhere else`}
        </Button>
      ) : null}
      <Notice tone={outcome === 'failed' ? 'danger' : 'ok'} className={styles.notice}>
        {outcome === 'done' ? t`Logged out.` : null}
        {outcome === 'failed' ? t`That did not work. Please try again.` : null}
      </Notice>
    </Section>
  );
}

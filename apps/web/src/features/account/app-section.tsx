import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Download } from 'lucide-react';
import { useInstall } from '../../shared/install/install-prompt.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { Section } from './section.tsx';

/** Installs the site, where the browser offers that; else nothing stands here. */
export function AppSection() {
  const { t } = useLingui();
  const install = useInstall();
  const [busy, run] = useBusy();
  if (install === null) return null;
  return (
    <Section
      title={t`Install the app`}
      text={t`Sangwian on your home screen: opens at once, in full, with reminders.`}
    >
      <Button wide aria-disabled={busy} onClick={() => void run(install)}>
        <Download size={18} aria-hidden="true" />
        {t`Add Sangwian to your home screen`}
      </Button>
    </Section>
  );
}

import { useLingui } from '@lingui/react/macro';
import { Button, IconButton } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { Bell, BellRing } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { signInPathFrom } from '../../shared/navigation/navigation.ts';
import { getSession } from '../../shared/session/session.ts';
import styles from './reminder-bell.module.css';
import { type ReminderTarget, useLeads } from './use-reminders.ts';

const ReminderDialog = lazyDialog(
  async () => (await import('./reminder-dialog.tsx')).ReminderDialog,
);

interface ReminderBellProps {
  readonly target: ReminderTarget;
  readonly startsAt: string;
  /** The name of the card or bout. */
  readonly name: string;
  readonly look: 'button' | 'icon';
}

/** The button that opens the reminder dialog of a card or bout. For visitors it opens the sign-in page. */
export function ReminderBell({ target, startsAt, name, look }: ReminderBellProps) {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const leads = useLeads(target);
  const [open, setOpen] = useState(false);
  const isSet = leads.length > 0;
  const Icon = isSet ? BellRing : Bell;
  const press = () => {
    if (getSession().status === 'signed_in') setOpen(true);
    else void navigate(signInPathFrom(pathname, search));
  };
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          label={isSet ? t`Reminder set: ${name}` : t`Remind me: ${name}`}
          aria-haspopup="dialog"
          onClick={press}
          className={classNames(styles.icon, isSet && styles.set)}
        >
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={press}
          className={classNames(isSet && styles.set)}
        >
          <Icon size={18} aria-hidden="true" />
          {isSet ? t`Reminder set` : t`Remind me`}
        </Button>
      )}
      {open ? (
        <Suspense fallback={null}>
          <ReminderDialog
            target={target}
            startsAt={startsAt}
            name={name}
            leads={leads}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

import { useLingui } from '@lingui/react/macro';
import { buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { CalendarPlus } from 'lucide-react';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { calendarPath } from '../../reminders/calendar-path.ts';
import { ReminderBell } from '../../reminders/reminder-bell.tsx';
import { useReadReminders } from '../../reminders/use-reminders.ts';
import type { LiveSummary } from '../home.ts';
import styles from './tile-reminder.module.css';

/** Reads the member's reminders, once for all tiles. */
export function ReadReminders() {
  useReadReminders();
  return null;
}

/** A reminder of a coming live's card, by web push or in the fan's own calendar. */
export function TileReminder({ live }: { readonly live: LiveSummary }) {
  const { t } = useLingui();
  const { text, language } = useLanguage();
  const { program_id } = live;
  return (
    <div className={styles.actions}>
      <ReminderBell
        look="icon"
        target={{ program_id, match_id: null }}
        startsAt={live.starts_at}
        name={text(live.title)}
      />
      <a
        href={calendarPath({ programId: program_id, language })}
        aria-label={t`Add to calendar`}
        title={t`Add to calendar`}
        className={classNames(buttonClass({ variant: 'ghost', size: 'small' }), styles.calendar)}
      >
        <CalendarPlus size={20} aria-hidden="true" />
      </a>
    </div>
  );
}

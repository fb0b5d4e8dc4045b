import { useEffect, useState } from 'react';
import { useLanguage } from '../../../shared/language/use-language.ts';
import type { Announcement } from '../../chat/chat-snapshot.ts';
import styles from './announcement-line.module.css';

/** Shows an announcement of the operators over the video until it expires. */
export function AnnouncementLine({ announcement }: { readonly announcement: Announcement }) {
  const { text } = useLanguage();
  const [isOver, setOver] = useState(false);
  const { untilMs } = announcement;
  useEffect(() => {
    const end = setTimeout(() => setOver(true), untilMs - Date.now());
    return () => clearTimeout(end);
  }, [untilMs]);
  return isOver ? null : (
    <div className={styles.place}>
      <p className={styles.line}>{text(announcement.text)}</p>
    </div>
  );
}

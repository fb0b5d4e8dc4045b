import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { IconButton } from '@sangwian/ui/button';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { Bell } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useUnread } from '../../../features/notices/use-unread.ts';
import { needCatalogue } from '../../../shared/language/catalogue.ts';
import { useDisclosure } from '../use-disclosure.ts';
import styles from './notice-bell.module.css';
import { NoticePopover, NoticeSheet } from './notice-panel.tsx';

/** Screens without room for a panel below the bell. */
const SMALL = '(max-width: 799px), (max-height: 499px)';

/** Returns whether the number of unread notices has grown since the page showed it first. */
function useHasGrown(unread: number | undefined): boolean {
  const before = useRef(unread);
  const [hasGrown, setHasGrown] = useState(false);
  useEffect(() => {
    const known = before.current;
    before.current = unread;
    if (known !== undefined && unread !== undefined && unread !== known)
      setHasGrown(unread > known);
  }, [unread]);
  return hasGrown;
}

function BellButton() {
  const { t } = useLingui();
  const panelId = useId();
  const unread = useUnread();
  const hasGrown = useHasGrown(unread);
  const { open, toggle, close, place } = useDisclosure();
  const [isSmall, setSmall] = useState(false);
  const label = unread
    ? t`${plural(unread, { one: 'Notices: # unread', other: 'Notices: # unread' })}`
    : t`Notices`;
  const Panel = isSmall ? NoticeSheet : NoticePopover;
  return (
    <div ref={place} className={styles.place}>
      <IconButton
        label={label}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => {
          setSmall(window.matchMedia(SMALL).matches);
          toggle();
        }}
        className={styles.bell}
      >
        <Bell size={22} aria-hidden="true" />
        {unread ? (
          <span aria-hidden="true" className={styles.count}>
            {unread >= LIMITS.noticesCountedMax ? `${LIMITS.noticesCountedMax - 1}+` : unread}
          </span>
        ) : null}
      </IconButton>
      <span role="status" className={visuallyHiddenClass}>
        {hasGrown ? label : null}
      </span>
      <div id={panelId}>{open ? <Panel onClose={close} /> : null}</div>
    </div>
  );
}

/** The bell of the notification centre, with the number of unread notices. Shown once its texts are loaded. */
export function NoticeBell() {
  const { key } = useLocation();
  const [isReady, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure the next page tries again.
  useEffect(() => {
    if (isReady) return;
    needCatalogue('notices').then(
      () => setReady(true),
      () => {},
    );
  }, [isReady, key]);
  return isReady ? <BellButton /> : null;
}

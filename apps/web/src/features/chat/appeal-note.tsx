import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../shared/session/session.ts';
import styles from './held-note.module.css';
import { removalQuery, type Sanction, timeoutQuery } from './sanction.ts';
import { formatLeft } from './send-limits.ts';
import { useReasonName } from './use-reason-name.ts';

interface NoteProps {
  readonly sanction: Sanction | undefined;
  readonly onAppeal: () => void;
}

/** Shows the reason of a sanction with a button to appeal. */
function Note({ sanction, onAppeal }: NoteProps) {
  const { t } = useLingui();
  const reason = useReasonName(sanction?.because ?? null);
  if (sanction === undefined) return null;
  const answer = sanction.reason ?? '';
  return (
    <span className={styles.note}>
      {t`Reason: ${reason}`}{' '}
      {sanction.state === 'none' ? (
        <button type="button" className={styles.hide} onClick={onAppeal}>
          {t`Appeal`}
        </button>
      ) : (
        <span role="status">
          {sanction.state === 'refused'
            ? t`Your appeal was refused: ${answer}`
            : t`Your appeal is being reviewed.`}
        </span>
      )}
    </span>
  );
}

interface RemovalNoteProps {
  readonly chatMessageId: string;
  readonly onAppeal: () => void;
}

/** Shown below the member's removed message: the reason, with a button to appeal. */
export function RemovalNote({ chatMessageId, onAppeal }: RemovalNoteProps) {
  const { member } = useSession();
  const { data } = useQuery(removalQuery(member?.member_id ?? null, chatMessageId));
  return <Note sanction={data} onAppeal={onAppeal} />;
}

interface TimeoutNoteProps {
  readonly programLiveId: string;
  /** Seconds until the time-out ends. */
  readonly seconds: number;
  readonly onAppeal: () => void;
}

/** Shows the remaining time of a time-out and its reason, with a button to appeal. */
export function TimeoutNote({ programLiveId, seconds, onAppeal }: TimeoutNoteProps) {
  const { t } = useLingui();
  const left = formatLeft(seconds);
  const { member } = useSession();
  const query = timeoutQuery(member?.member_id ?? null, programLiveId);
  const { data } = useQuery({ ...query, refetchOnMount: 'always' });
  // Without a reason in the response, the time-out has ended.
  const sanction = data?.because === null ? undefined : data;
  return (
    <>
      <p>{t`${left} left`}</p>
      <Note sanction={sanction} onAppeal={onAppeal} />
    </>
  );
}

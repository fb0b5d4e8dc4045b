import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { Megaphone, X } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import base from './base.module.css';
import styles from './chat-composer.module.css';

/** The contract's limits of an announcement. */
const CHARS_MAX = 120;
const SECONDS = 20;
const OPERATION = 'PUT /operator/show/lives/{program_live_id}/announcement';

interface Props {
  readonly show: Show;
  readonly programLiveId: ProgramLiveId;
}

/** The announcement that fans see over the video now, with the button that removes it. */
export function AnnouncedLine({ show, programLiveId }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const mayDirect = useMay('direct_show');
  const isLocked = useWritesLocked();
  const [send, isBusy] = useWrite(OPERATION);
  if (show.announcement === null) return null;
  const params = { program_live_id: programLiveId };
  return (
    <div className={styles.pinned} role="status">
      <Megaphone size={16} aria-hidden="true" />
      <span className={base.clip}>{names.of(show.announcement.text)}</span>
      {mayDirect ? (
        <IconButton
          icon={X}
          label={t`Take the announcement away`}
          disabled={isBusy || isLocked}
          onClick={() => void send({ params, body: { text: null } })}
        />
      ) : null}
    </div>
  );
}

interface ReviewProps extends Props {
  readonly text: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Previews an announcement in both languages before it is published. */
function Review({ show, programLiveId, text, onSent, onClose }: ReviewProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [send, isBusy] = useWrite(OPERATION);
  const [th, setTh] = useState(text);
  const [en, setEn] = useState(text);
  const viewers = show.live?.viewers ?? 0;
  const isReady = th.trim() !== '' && en.trim() !== '' && !isBusy && !isLocked;
  const action = t`Show it to everybody`;
  const confirm = async () => {
    if (!isReady) return;
    const params = { program_live_id: programLiveId };
    if ((await send({ params, body: { text: { th, en } } })) !== null) onSent();
  };
  useCommands([
    {
      ...{ id: 'announce-now', label: action, group: t`Announcement`, keys: 'Ctrl+Enter' },
      ...{ inDialogs: true, keyOnly: true, disabled: !isReady, run: () => void confirm() },
    },
  ]);
  return (
    <Dialog
      title={t`Announce over the picture?`}
      description={
        <Trans>
          <Plural value={viewers} one="# fan reads" other="# fans read" /> it over the picture for{' '}
          {SECONDS} seconds, each in their language.
        </Trans>
      }
      onClose={onClose}
      actions={
        <>
          <ActionsGap />
          <Button variant="quiet" size="big" keys="Escape" onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button
            variant="primary"
            size="big"
            keys="Ctrl+Enter"
            disabled={!isReady}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field
          label={t`In Thai`}
          maxLength={CHARS_MAX}
          value={th}
          onChange={(event) => setTh(event.currentTarget.value)}
        />
        <Field
          label={t`In English`}
          maxLength={CHARS_MAX}
          value={en}
          onChange={(event) => setEn(event.currentTarget.value)}
        />
        <div className={styles.announced}>
          <p lang="th">{th}</p>
          <p lang="en">{en}</p>
        </div>
      </DialogBody>
    </Dialog>
  );
}

interface FormProps extends Props {
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The form of an announcement, which is published after a preview. */
export function AnnounceForm({ field, ...of }: FormProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [text, setText] = useState('');
  const [isReviewing, setReviewing] = useState(false);
  const review = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') setReviewing(true);
  };
  return (
    <form className={styles.composer} onSubmit={review}>
      <input
        ref={field}
        value={text}
        maxLength={CHARS_MAX}
        aria-label={t`Announcement`}
        placeholder={t`Over the picture for 20 s`}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Button type="submit" disabled={isLocked || text.trim() === ''}>
        <Trans>Review</Trans>
      </Button>
      {isReviewing ? (
        <Review
          {...of}
          text={text}
          onSent={() => {
            setReviewing(false);
            setText('');
          }}
          onClose={() => setReviewing(false)}
        />
      ) : null}
    </form>
  );
}

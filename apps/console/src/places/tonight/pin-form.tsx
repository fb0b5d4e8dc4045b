import { Trans, useLingui } from '@lingui/react/macro';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { Pin, X } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import base from './base.module.css';
import styles from './chat-composer.module.css';

/** The contract's limit of a pinned line. */
const PIN_CHARS_MAX = 200;

interface Props {
  readonly show: Show;
  readonly programLiveId: ProgramLiveId;
}

/** The pinned line above the chat, as fans see it. */
export function PinnedLine({ show, programLiveId }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const mayDirect = useMay('direct_show');
  const isLocked = useWritesLocked();
  const [pin, isBusy] = useWrite('PUT /operator/show/lives/{program_live_id}/pin');
  if (show.pin === null) return null;
  const unpin = () =>
    void pin({ params: { program_live_id: programLiveId }, body: { text: null } });
  return (
    <div className={styles.pinned}>
      <Pin size={16} aria-hidden="true" />
      <span className={base.clip}>{names.of(show.pin.text)}</span>
      {mayDirect ? (
        <IconButton icon={X} label={t`Unpin`} disabled={isBusy || isLocked} onClick={unpin} />
      ) : null}
    </div>
  );
}

interface PinFormProps {
  readonly programLiveId: ProgramLiveId;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Pins a line above the chat. A refused line stays in the field. */
export function PinForm({ programLiveId, field }: PinFormProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [pin, isBusy] = useWrite('PUT /operator/show/lives/{program_live_id}/pin');
  const [text, setText] = useState('');
  const send = async () => {
    if (text.trim() === '') return;
    const params = { program_live_id: programLiveId };
    if ((await pin({ params, body: { text } })) !== null) setText('');
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        ref={field}
        value={text}
        maxLength={PIN_CHARS_MAX}
        aria-label={t`Line above the chat`}
        placeholder={t`Stays above the chat`}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Button type="submit" disabled={isBusy || isLocked || text.trim() === ''}>
        <Trans>Pin</Trans>
      </Button>
    </form>
  );
}

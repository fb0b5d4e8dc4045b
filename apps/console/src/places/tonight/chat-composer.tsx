import { Trans, useLingui } from '@lingui/react/macro';
import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { Megaphone, Pin } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../shared/commands/commands.ts';
import { useMay } from '../../shared/session/permissions.ts';
import { Button } from '../../shared/ui/button.tsx';
import { AnnounceForm } from './announce-form.tsx';
import styles from './chat-composer.module.css';
import { PinForm } from './pin-form.tsx';

interface Props {
  readonly show: Show;
  readonly programLiveId: ProgramLiveId;
}

type Kind = 'announce' | 'pin';

/** What staff can publish to fans: an announcement over the video, a pinned line above the chat, or a chat message. */
function Composer(props: Props) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Kind>('announce');
  const field = useRef<HTMLInputElement>(null);
  const isByKey = useRef(false);
  const open = (next: Kind) => {
    isByKey.current = true;
    setKind(next);
    field.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: changing the kind mounts another field, which takes the focus.
  useEffect(() => {
    if (isByKey.current) field.current?.focus();
    isByKey.current = false;
  }, [kind]);
  const group = t`Tonight`;
  const pin = t`Pin a line above the chat`;
  const announce = t`Announce over the picture`;
  useCommands([
    { id: 'pin', label: pin, group, icon: Pin, keys: 'P', run: () => open('pin') },
    {
      id: 'announce',
      label: announce,
      group,
      icon: Megaphone,
      keys: 'B',
      run: () => open('announce'),
    },
  ]);
  return (
    <div className={styles.says}>
      <div className={styles.kinds}>
        <Button
          variant={kind === 'pin' ? 'plain' : 'quiet'}
          size="small"
          icon={Pin}
          keys="P"
          aria-pressed={kind === 'pin'}
          onClick={() => open('pin')}
        >
          <Trans>Pin</Trans>
        </Button>
        <Button
          variant={kind === 'announce' ? 'plain' : 'quiet'}
          size="small"
          icon={Megaphone}
          keys="B"
          aria-pressed={kind === 'announce'}
          onClick={() => open('announce')}
        >
          <Trans>Announce</Trans>
        </Button>
      </div>
      {kind === 'pin' ? (
        <PinForm programLiveId={props.programLiveId} field={field} />
      ) : (
        <AnnounceForm {...props} field={field} />
      )}
    </div>
  );
}

/** Only roles that direct the show may write to fans. */
export function ChatComposer(props: Props) {
  return useMay('direct_show') ? <Composer {...props} /> : null;
}

import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { MessageSquare, MessageSquareOff } from 'lucide-react';
import styles from './chat-switch.module.css';

interface ChatSwitchProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** The button that shows and hides the chat over the video on a phone in landscape. */
export function ChatSwitch({ on, onChange }: ChatSwitchProps) {
  const { t } = useLingui();
  return (
    <IconButton
      label={on ? t`Hide the chat` : t`Show the chat`}
      className={styles.switch}
      onClick={() => onChange(!on)}
    >
      {on ? (
        <MessageSquareOff aria-hidden="true" size={20} />
      ) : (
        <MessageSquare aria-hidden="true" size={20} />
      )}
    </IconButton>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { KeyName } from '../commands/key-rules.ts';
import styles from './keys.module.css';

interface KeysProps {
  readonly name: KeyName;
  /** Whether the key must be held. */
  readonly hold?: boolean;
}

/** The label of a key on a button: `S`, `Ctrl Enter`, `Hold E`. Screen readers read only the button's name. */
export function Keys({ name, hold }: KeysProps) {
  const { t } = useLingui();
  const shown = name.replace('Ctrl+', 'Ctrl ').replace('Escape', 'Esc');
  return (
    <span className={styles.keys} aria-hidden="true">
      {hold ? t`Hold ${shown}` : shown}
    </span>
  );
}

import type { ReactNode } from 'react';
import type { KeyName } from '../../shared/commands/key-rules.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './bout-switch.module.css';

interface Props {
  readonly isOn: boolean;
  readonly label: string;
  readonly disabled: boolean;
  readonly keys?: KeyName;
  readonly onClick: () => void;
}

/** Switches a function of the bout on or off. */
export function BoutSwitch({ isOn, label, ...rest }: Props): ReactNode {
  return (
    <Button variant="quiet" role="switch" aria-checked={isOn} className={styles.switch} {...rest}>
      <i aria-hidden="true" />
      {label}
    </Button>
  );
}

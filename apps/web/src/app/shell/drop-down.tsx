import { classNames } from '@sangwian/ui/class-names';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './drop-down.module.css';
import { useDisclosure } from './use-disclosure.ts';

interface DropDownProps {
  readonly button: ReactNode;
  /** The accessible name, if the content of the button is not sufficient. */
  readonly label?: string;
  readonly buttonClass?: string | undefined;
  readonly panelClass?: string | undefined;
  /** The edge of the button to which the panel is aligned. */
  readonly align?: 'start' | 'end';
  readonly children: (close: () => void) => ReactNode;
}

/** A button of the top bar with a panel below it. */
export function DropDown({
  button,
  label,
  buttonClass,
  panelClass,
  align = 'start',
  children,
}: DropDownProps) {
  const panelId = useId();
  const { open, toggle, close, place } = useDisclosure();
  return (
    <div ref={place} className={styles.place}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-label={label}
        onClick={toggle}
        className={classNames(styles.button, buttonClass)}
      >
        {button}
        <ChevronDown size={16} aria-hidden="true" className={styles.chevron} />
      </button>
      <div
        id={panelId}
        hidden={!open}
        className={classNames(styles.panel, align === 'end' && styles.end, panelClass)}
      >
        {children(close)}
      </div>
    </div>
  );
}

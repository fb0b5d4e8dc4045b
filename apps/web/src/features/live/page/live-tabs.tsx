import { classNames } from '@sangwian/ui/class-names';
import { type KeyboardEvent, useRef } from 'react';
import styles from './live-tabs.module.css';

export interface LiveTab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly count?: number;
  /** The screen width at which the panel has a tab. At the other width the panel is elsewhere on the page. */
  readonly only?: 'narrow' | 'wide';
}

interface LiveTabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly LiveTab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  readonly className?: string | undefined;
}

export const tabId = (name: string): string => `live-tab-${name}`;
export const panelId = (name: string): string => `live-panel-${name}`;

/** A tab list with roving tabindex: arrow keys, Home and End select a tab. */
export function LiveTabs<Name extends string>(props: LiveTabsProps<Name>) {
  const { label, tabs, selected, onSelect, className } = props;
  const row = useRef<HTMLDivElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = tabs[(target + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.name);
    row.current?.querySelector<HTMLElement>(`#${tabId(next.name)}`)?.focus();
  };
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      className={classNames(styles.tabs, className)}
      onKeyDown={onKey}
    >
      {tabs.map(({ name, label: text, count, only }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(name)}
          aria-controls={panelId(name)}
          aria-selected={name === selected}
          tabIndex={name === selected ? 0 : -1}
          className={classNames(styles.tab, only && styles[only])}
          onClick={() => onSelect(name)}
        >
          {text}
          {count === undefined ? null : <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  );
}

import type { LucideIcon } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { createStore } from '../store.ts';
import type { KeyName } from './key-rules.ts';

/** Something that the operator can do here, by its key or by the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Heading in the palette and on the key sheet, such as the name of the place. */
  readonly group: string;
  readonly icon?: LucideIcon;
  readonly keys?: KeyName;
  /** The key must be held for 800 ms: for acts that end something for everybody. */
  readonly hold?: boolean;
  /** It is allowed for this role, but not now. */
  readonly disabled?: boolean;
  /** Works also while a dialog is open: for the commands of that dialog. */
  readonly inDialogs?: boolean;
  /** Not listed in the palette, such as moving through a list. */
  readonly keyOnly?: boolean;
  readonly run: () => void;
}

/** The commands of what is on the screen; those of the innermost part come last. */
export const commandStore = createStore<readonly Command[]>([]);

const sources = new Map<string, readonly Command[]>();

const publish = (): void => commandStore.set([...sources.values()].flat());

/**
 * Registers commands while the component is mounted.
 *
 * @example useCommands([{ id: 'gifts', label: t`Gifts off`, group: t`Tonight`, keys: 'G', run: toggleGifts }]);
 */
export function useCommands(commands: readonly Command[]): void {
  const source = useId();
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const described = JSON.stringify(
    commands.map(({ id, label, group, keys, hold, disabled, inDialogs, keyOnly }) => [
      id,
      label,
      group,
      keys,
      hold,
      disabled,
      inDialogs,
      keyOnly,
    ]),
  );
  // Before the paint: a key works as soon as its button is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `described` says when the commands differ; `run` is read when it is needed.
  useLayoutEffect(() => {
    sources.set(
      source,
      latest.current.map((command) => ({
        ...command,
        run: () => latest.current.find(({ id }) => id === command.id)?.run(),
      })),
    );
    publish();
    return () => {
      sources.delete(source);
      publish();
    };
  }, [source, described]);
}

/** The id of the command whose key is held down, for the button that fills meanwhile. */
export const holdStore = createStore<string | null>(null);

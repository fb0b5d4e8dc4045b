import type { LucideIcon } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { createStore } from '../store.ts';
import type { KeyName } from './key-rules.ts';

/** An action that the operator can run with its key or from the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Heading in the palette and on the key sheet, such as the name of the place. */
  readonly group: string;
  readonly icon?: LucideIcon;
  readonly keys?: KeyName;
  /** Whether the key must be held for 800 ms, for acts that affect everybody. */
  readonly hold?: boolean;
  /** Whether the command is allowed for the role but not possible now. */
  readonly disabled?: boolean;
  /** Whether the command works while a dialog is open: for commands of the dialog itself. */
  readonly inDialogs?: boolean;
  /** Whether the palette omits the command, for example moving through a list. */
  readonly keyOnly?: boolean;
  readonly run: () => void;
}

/** The commands of the components on the screen. Commands of nested components come last. */
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
  // Runs before the paint, so that a key works as soon as its button is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `described` changes when the commands differ; `run` is read when a command runs.
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

/** The id of the command whose key is being held. Its button fills in the meantime. */
export const holdStore = createStore<string | null>(null);

import { type Command, commandStore, holdStore } from './commands.ts';
import { isEditing, keyNameOf, worksInFields } from './key-rules.ts';

/** Long enough to ignore an accidental press. */
export const HOLD_MS = 800;

let timer: ReturnType<typeof setTimeout> | undefined;
let heldCode: string | null = null;

function endHold(): void {
  clearTimeout(timer);
  heldCode = null;
  holdStore.set(null);
}

function beginHold(command: Command, code: string): void {
  endHold();
  heldCode = code;
  holdStore.set(command.id);
  timer = setTimeout(() => {
    endHold();
    command.run();
  }, HOLD_MS);
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/**
 * Returns the command of a key. The last registered command wins, because a nested component overrides the page. A
 * disabled command yields to an enabled one, for example an undo that has nothing to undo.
 */
function findCommand(name: string): Command | undefined {
  const inDialog = isDialogOpen();
  const commands = commandStore
    .get()
    .filter(({ keys, inDialogs }) => keys === name && (!inDialog || inDialogs === true));
  return commands.findLast(({ disabled }) => disabled !== true) ?? commands.at(-1);
}

function onKeyDown(event: KeyboardEvent): void {
  const name = keyNameOf(event);
  if (name === null || event.defaultPrevented || event.isComposing) return;
  if (isEditing(event.target as HTMLElement | null) && !worksInFields(name)) return;
  const command = findCommand(name);
  if (command === undefined) return;
  event.preventDefault();
  // A held key repeats its event, but the act must run once.
  if (event.repeat || command.disabled === true) return;
  if (command.hold === true) beginHold(command, event.code);
  else command.run();
}

/** Runs commands by their keys. Returns a function that stops listening. */
export function followKeys(): () => void {
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.code === heldCode) endHold();
  };
  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('keyup', onKeyUp);
  window.addEventListener('blur', endHold);
  return () => {
    endHold();
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('keyup', onKeyUp);
    window.removeEventListener('blur', endHold);
  };
}

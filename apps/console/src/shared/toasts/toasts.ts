import { createStore } from '../store.ts';

const TOAST_MS = 5_000;
/** A toast with Undo stays longer. `Z` works for the same time. */
const UNDO_TOAST_MS = 10_000;
const TOASTS_MAX = 4;

export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toastStore = createStore<readonly Toast[]>([]);

let lastId = 0;

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
}

/**
 * Shows a message at the bottom of the screen for five seconds, or for ten if it has an action such as Undo.
 *
 * @example showToast('done', t`Invitation revoked`)
 */
export function showToast(kind: Toast['kind'], text: string, action?: Toast['action']): void {
  lastId += 1;
  const id = lastId;
  const toast = { id, kind, text, ...(action ? { action } : {}) };
  toastStore.set([...toastStore.get(), toast].slice(-TOASTS_MAX));
  setTimeout(() => dismissToast(id), action ? UNDO_TOAST_MS : TOAST_MS);
}

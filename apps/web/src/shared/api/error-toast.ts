import { createStore } from '../store.ts';

export const TOAST_MS = 5_000;

/** What the toast of an error response is made of, and what `axios-error` holds. */
export interface ReportedError {
  /** The last segment of the address's path. */
  readonly segment: string;
  readonly message: string;
  /** The body's code. */
  readonly status: string;
  /** The HTTP status. */
  readonly code: number;
}

/** `message | status : code | URL : segment`, as the specification writes it. */
export const toastText = ({ message, status, code, segment }: ReportedError): string =>
  `${message} | ${status} : ${code} | URL : ${segment}`;

/** The last segment of the path: of `/api/v1/auth/member/profile?member_id=1`, `profile`. */
export function lastSegment(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

/** The toast that is shown; `id` distinguishes two equal ones, so that the second is announced. */
export interface Toast {
  readonly id: number;
  readonly text: string;
}

export const toastStore = createStore<Toast | null>(null);

let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The texts that were shown within the last five seconds. */
const recent = new Set<string>();

/**
 * Shows a red toast for five seconds; a newer one takes its place. A text that was shown less than five seconds ago is
 * not repeated: several calls of a page may fail by one cause.
 */
export function showErrorToast(text: string): void {
  if (recent.has(text)) return;
  recent.add(text);
  setTimeout(() => recent.delete(text), TOAST_MS);
  lastId += 1;
  clearTimeout(timer);
  toastStore.set({ id: lastId, text });
  timer = setTimeout(clearErrorToast, TOAST_MS);
}

export function clearErrorToast(): void {
  clearTimeout(timer);
  toastStore.set(null);
}

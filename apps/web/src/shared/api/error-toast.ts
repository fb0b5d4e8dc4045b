import { createStore } from '../store.ts';

export const TOAST_MS = 5_000;

/** An error response as shown in the toast and stored in `axios-error`. */
export interface ReportedError {
  /** The last path segment of the URL. */
  readonly segment: string;
  readonly message: string;
  /** The body's code. */
  readonly status: string;
  /** The HTTP status. */
  readonly code: number;
}

/** Formats `message | status : code | URL : segment`, as specified. */
export const toastText = ({ message, status, code, segment }: ReportedError): string =>
  `${message} | ${status} : ${code} | URL : ${segment}`;

/** Returns the last path segment: `profile` of `/api/v1/auth/member/profile?member_id=1`. */
export function lastSegment(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').filter(Boolean).at(-1) ?? '';
}

/** The shown toast. The `id` distinguishes equal texts, so that a repeated text is announced again. */
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
 * Shows a red toast for five seconds. A newer toast replaces it. The same text is not repeated within five seconds,
 * because several calls of a page can fail for the same reason.
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

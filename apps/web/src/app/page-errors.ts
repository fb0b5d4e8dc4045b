/** Passes the errors of the page from now on. */
export function passErrors(listener: (error: unknown) => void): void {
  window.addEventListener('error', ({ error }) => listener(error));
  window.addEventListener('unhandledrejection', ({ reason }) => listener(reason));
}

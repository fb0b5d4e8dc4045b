/** Where the app goes when something outside of React (a socket, a refused call) sends it somewhere. */
type Navigate = (to: string) => void;

let navigate: Navigate = () => {};

/** Set once by the browser's entry, with the router. */
export function setNavigator(next: Navigate): void {
  navigate = next;
}

export const goTo: Navigate = (to) => navigate(to);

/** `/sign-in`, and after it back to where the member wanted to go. */
export const signInPath = (from: string): string => `/sign-in?from=${encodeURIComponent(from)}`;

/** Where to go after sign-in: a path of this site only, so that no link can send a member elsewhere. */
export function returnPath(from: string | null): string {
  if (!from || !/^\/(?![/\\])/.test(from) || from.startsWith('/sign-in')) return '/';
  return from;
}

/** Returns the identity of the current page: the path and the order, because each order is another page. */
type Address = () => string;

const addressOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get('order') ?? ''}`;

const ofWindow: Address = () => addressOf(window.location);
let current: Address = ofWindow;

/**
 * Declares that a sheet with a separate router covers the page. Returns a function that ends this state.
 *
 * @param whereNow returns the location of that router
 */
export function coverPage(whereNow: () => { pathname: string; search: string }): () => void {
  const own: Address = () => addressOf(whereNow());
  current = own;
  return () => {
    if (current === own) current = ofWindow;
  };
}

/**
 * Remembers the current page for an asynchronous action.
 *
 * @returns a function that checks whether the page is still open, so that a late response does not redirect the fan
 */
export function rememberPage(): () => boolean {
  const read = current;
  const address = read();
  return () => current === read && read() === address;
}

/** Where somebody is: another order under the same path is another page. */
type Address = () => string;

const addressOf = ({ pathname, search }: { pathname: string; search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get('order') ?? ''}`;

const ofWindow: Address = () => addressOf(window.location);
let current: Address = ofWindow;

/**
 * Says that pages of their own stand over the one of the address bar, until the call that it returns.
 *
 * @param whereNow where the router of those pages is
 */
export function coverPage(whereNow: () => { pathname: string; search: string }): () => void {
  const own: Address = () => addressOf(whereNow());
  current = own;
  return () => {
    if (current === own) current = ofWindow;
  };
}

/**
 * Remembers the page of now, for something that takes a while.
 *
 * @returns tells whether it is still this page: an answer that comes late leads nobody away from where they went since
 */
export function rememberPage(): () => boolean {
  const read = current;
  const address = read();
  return () => current === read && read() === address;
}

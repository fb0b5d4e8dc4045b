/**
 * Remembers the page of now, for something that takes a while.
 *
 * @returns tells whether it is still this page: an answer that comes late leads nobody away from where they went since
 */
export function rememberPage(): () => boolean {
  const { pathname } = window.location;
  return () => window.location.pathname === pathname;
}

function decode(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}

/** Without the slashes at its end, counted from there: a pattern would try every slash of the path as the first of them. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * A path as the router matches it: decoded, in any case, with or without slashes at its end. Whoever asks what holds
 * for a page must see the page that the router does: `/%77allet` and `/Wallet` are the wallet.
 */
export const plainPath = (pathname: string): string =>
  withoutEndSlashes(decode(pathname).toLowerCase()) || '/';

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

/** Removes trailing slashes in linear time, which a pattern such as `/+$` would not. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * Returns a path as the router matches it: decoded, lower-case, without trailing slashes. Rules about pages must use
 * it, since `/%77allet` and `/Wallet` are the wallet.
 */
export const plainPath = (pathname: string): string =>
  withoutEndSlashes(decode(pathname).toLowerCase()) || '/';

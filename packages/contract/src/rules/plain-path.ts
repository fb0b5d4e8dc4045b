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

/**
 * A path as the router matches it: decoded, in any case, with or without slashes at its end. Whoever asks what holds
 * for a page must see the page that the router does: `/%77allet` and `/Wallet` are the wallet.
 */
export const plainPath = (pathname: string): string =>
  decode(pathname).toLowerCase().replace(/\/+$/, '') || '/';

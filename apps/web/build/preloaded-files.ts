/** Files that every page has loaded. */
const COMMON = /\/(rolldown-runtime|shared|frame|entry-client)-[^/]+\.(js|css)$/;
/** Pages that few fans open, or that follow a form. */
const SELDOM =
  /\/(app|banned|change-password|coin-policy|confirm-order|custom-coin|delete-account|download|edit|history|own-clips|payment-options|payment-result|payment-selected|privacy-policy|qr|rank|redirect|reset-by-otp|reset-by-phone|reset-by-pin|result|rules-guess-game|spending|stream|stream-webrtc|sync-member|terms|upload-slip)-page-/;

/**
 * Returns the files that are fetched together with a chunk. Every first page contains these lists, a twentieth of its
 * JavaScript. Pages that few fans open therefore list their styles only: the browser discovers their other scripts when
 * the page's own script has arrived, one round trip later. The server preloads all scripts of the page that it renders.
 */
export const preloadedFiles = (chunk: string, files: string[]): string[] =>
  files.filter(
    (file) => !COMMON.test(`/${file}`) && (file.endsWith('.css') || !SELDOM.test(`/${chunk}`)),
  );

import type { ReceivedMail } from './mailbox.ts';

const SHOWN_MAX = 50;
const REFRESH_S = 5;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
  '*{box-sizing:border-box}body{margin:0;background:#0a0c10;color:#f5f7fa;font:17px/1.75 system-ui,"Noto Sans Thai",sans-serif;color-scheme:dark}' +
  'main{max-width:720px;margin:auto;padding:24px 16px 64px}h1{font-size:28px;line-height:1.35;margin:8px 0;overflow-wrap:anywhere}' +
  '.note{border-left:4px solid #ffd27a;background:#1a202b;border-radius:0 10px 10px 0;padding:10px 16px;margin:0 0 24px}' +
  'ol{list-style:none;margin:0;padding:0;display:grid;gap:12px}li{padding:12px 16px;border:1px solid #2b3444;border-radius:14px;background:#11151c}' +
  '.of{display:flex;flex-wrap:wrap;gap:0 16px;justify-content:space-between;color:#b8c2d1;font-size:15px;overflow-wrap:anywhere}' +
  '.code{font:600 32px/1.3 ui-monospace,monospace;letter-spacing:.14em;user-select:all;margin:4px 0}.subject{font-weight:600;overflow-wrap:anywhere}' +
  'iframe{width:100%;height:560px;border:0;border-radius:14px;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;border:1px solid #2b3444;border-radius:14px;background:#11151c}' +
  'a{display:inline-flex;align-items:center;min-height:44px;color:#8fb4ff}code{background:#1a202b;border-radius:6px}:focus-visible{outline:2px solid #fff;outline-offset:2px}';

const bangkokTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Bangkok',
});

/** Renders a page of the sandbox, which reloads every `refreshS` seconds if given. */
export const renderPage = (title: string, content: string, refreshS?: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${
    refreshS === undefined ? '' : `<meta http-equiv="refresh" content="${refreshS}">`
  }<meta name="robots" content="noindex"><title>${escapeHtml(title)} · Sandbox</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;

const back = '<p><a href="/sandbox/">Back to the sandbox</a></p>';

const item = ({ mail_id, to, subject, received_at }: ReceivedMail): string =>
  `<li><div class="of"><span>${escapeHtml(to)}</span><time datetime="${received_at}">${bangkokTime.format(new Date(received_at))}</time></div>` +
  `<a class="subject" href="/sandbox/mail/${mail_id}">${escapeHtml(subject)}</a></li>`;

/** Renders the mailbox. The page reloads itself. */
export function renderMailbox(mails: readonly ReceivedMail[]): string {
  const shown = mails.slice(0, SHOWN_MAX);
  return renderPage(
    'Mailbox',
    '<h1>Mailbox</h1><p class="note">All mails of the site, for every address. Nothing leaves this machine. For scripts: <code>GET /sandbox/mail?to=fan@example.com</code></p>' +
      (shown.length === 0
        ? '<p>No mail yet. This page refreshes every five seconds.</p>'
        : `<ol>${shown.map(item).join('')}</ol>`) +
      back,
    REFRESH_S,
  );
}

/** Renders a mail. Its HTML is in a frame that runs no script, opens nothing and has no origin. */
export const renderReceivedMail = ({ to, from, subject, text, html }: ReceivedMail): string =>
  renderPage(
    subject,
    `<p><a href="/sandbox/mail">Mailbox</a></p><h1>${escapeHtml(subject)}</h1>` +
      `<p class="of"><span>From ${escapeHtml(from)}</span><span>to ${escapeHtml(to)}</span></p>` +
      `<iframe title="HTML" sandbox="" referrerpolicy="no-referrer" srcdoc="${escapeHtml(html)}"></iframe>` +
      `<h2>Text</h2><pre>${escapeHtml(text)}</pre>`,
  );

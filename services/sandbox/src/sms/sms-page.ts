import type { SmsMessage } from './sms-inbox.ts';

const SHOWN_MAX = 100;
const REFRESH_S = 5;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
  '*{box-sizing:border-box}body{margin:0;background:#0a0c10;color:#f5f7fa;font:17px/1.75 system-ui,"Noto Sans Thai",sans-serif;color-scheme:dark}' +
  'main{max-width:640px;margin:auto;padding:24px 16px 64px}h1{font-size:28px;line-height:1.35;margin:8px 0}' +
  '.note{border-left:4px solid #ffd27a;background:#1a202b;border-radius:0 10px 10px 0;padding:10px 16px;margin:0 0 24px}' +
  'ol{list-style:none;margin:0;padding:0;display:grid;gap:16px}li{padding:14px 16px;border:1px solid #2b3444;border-radius:14px;background:#11151c}' +
  'header{display:flex;flex-wrap:wrap;align-items:center;gap:0 16px;justify-content:space-between;color:#b8c2d1;font-size:15px}header a{font-variant-numeric:tabular-nums}' +
  'p{margin:6px 0 0}.code{font:600 32px/1.3 ui-monospace,monospace;letter-spacing:.14em;user-select:all}.text{overflow-wrap:anywhere;font-size:16px;text-wrap:pretty}' +
  'a{display:inline-flex;align-items:center;min-height:44px;color:#8fb4ff}code{background:#1a202b;padding:0;border-radius:6px;white-space:nowrap}:focus-visible{outline:2px solid #fff;outline-offset:2px}';

const bangkokTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Bangkok',
});

/** Formats `+66812345001` in the usual Thai grouping. */
const shownPhone = (phone: string): string =>
  phone.replace(/^\+66(\d{2})(\d{3})(\d{4})$/, '0$1-$2-$3');

function item({ phone, sender, message, sent_at }: SmsMessage): string {
  const code = /\b\d{6}\b/.exec(message)?.[0];
  return (
    `<li><header><a href="/sandbox/sms?phone=${encodeURIComponent(phone)}">${escapeHtml(shownPhone(phone))}</a>` +
    `<span>${escapeHtml(sender)} · <time datetime="${sent_at}">${bangkokTime.format(new Date(sent_at))}</time></span></header>` +
    (code === undefined ? '' : `<p class="code">${code}</p>`) +
    `<p class="text" lang="th">${escapeHtml(message)}</p></li>`
  );
}

/** Renders the inbox. The page reloads itself. */
export function renderSmsPage(messages: readonly SmsMessage[]): string {
  const shown = messages.slice(0, SHOWN_MAX);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta http-equiv="refresh" content="${REFRESH_S}"><meta name="robots" content="noindex"><title>Text messages · Sandbox</title><style>${STYLE}</style></head><body><main>` +
    '<h1>Text messages</h1><p class="note">All SMS messages of the site, for every phone. Nothing leaves this machine. For scripts: <code>GET /sandbox/sms?phone=0812345001</code></p>' +
    (shown.length === 0
      ? '<p>No message yet. This page refreshes every five seconds.</p>'
      : `<ol>${shown.map(item).join('')}</ol>`) +
    '<p><a href="/sandbox/">Back to the sandbox</a></p></main></body></html>'
  );
}

import type { BroadcasterStatus } from './broadcaster/broadcaster.ts';

export interface SandboxFacts {
  readonly url: string;
  readonly rtmpServer: string;
  readonly broadcaster: BroadcasterStatus;
  /** Number of fans, messages and gifts of the crowd; `null` if the crowd is off. */
  readonly crowd: { readonly fans: number; readonly lines: number; readonly gifts: number } | null;
}

const STATES: Readonly<Record<BroadcasterStatus['state'], string>> = {
  live: 'on air · กำลังออกอากาศ',
  connecting: 'connecting · กำลังเชื่อมต่อ',
  waiting: 'waiting to reconnect · รอเชื่อมต่อใหม่',
  stopped: 'stopped · หยุดอยู่',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const row = (label: string, value: string): string => `<tr><th>${label}</th><td>${value}</td></tr>`;

const STYLE =
  'body{margin:0;background:#0a0c10;color:#f5f7fa;font:16px/1.75 system-ui,"Noto Sans Thai",sans-serif;color-scheme:dark}' +
  'main{max-width:760px;margin:auto;padding:32px 16px}h1{font-size:28px;line-height:1.35}h2{font-size:20px;margin-top:32px}' +
  '.note{border-left:4px solid #ffd27a;background:#1a202b;border-radius:0 10px 10px 0;padding:12px 16px}' +
  'table{width:100%;border-collapse:collapse;background:#11151c;border-radius:10px}th,td{text-align:left;vertical-align:top;padding:10px 14px;border-bottom:1px solid #2b3444}th{width:38%;color:#b8c2d1;font-weight:500}' +
  'button{font:inherit;min-height:44px;padding:0 18px;border:1px solid #6f7d94;border-radius:10px;background:#262f3d;color:#f5f7fa;cursor:pointer}' +
  'a{color:#8fb4ff}code{background:#1a202b;padding:2px 6px;border-radius:6px;overflow-wrap:anywhere}form{display:inline-block;margin:12px 8px 0 0}:focus-visible{outline:2px solid #fff;outline-offset:2px}';

const head = (title: string): string =>
  `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${title} · Sangwian</title><style>${STYLE}</style></head>`;

/** Renders the stand-in for the external news site. */
export const renderNewsPage = ({ url }: Pick<SandboxFacts, 'url'>): string =>
  `<!doctype html><html lang="en">${head('News')}<body><main><h1>News</h1>` +
  '<p class="note">This page stands in for the external news site. <code>WEB_NEWS_URL</code> and <code>WEB_MENU_FILE</code> configure where the menus lead.<br>' +
  '<span lang="th">หน้านี้ใช้แทนเว็บไซต์ข่าวภายนอก ระหว่างการพัฒนา</span></p>' +
  `<p><a href="${escapeHtml(url)}">Back to the site</a></p></main></body></html>`;

/** Renders the overview of the simulated services. */
export function renderSandboxPage({ url, rtmpServer, broadcaster, crowd }: SandboxFacts): string {
  const air =
    row('State', STATES[broadcaster.state]) +
    row('Connections so far', String(broadcaster.connections)) +
    row('Last error', broadcaster.last_error === null ? '–' : escapeHtml(broadcaster.last_error)) +
    row('Server', `<code>${escapeHtml(rtmpServer)}</code>`);
  const fans =
    crowd === null
      ? '<p>Switched off (<code>DEMO_CROWD=0</code>).</p>'
      : `<table>${row('Fans in the chat', String(crowd.fans))}${row('Messages sent', String(crowd.lines))}${row('Gifts sent', String(crowd.gifts))}</table>`;
  return (
    `<!doctype html><html lang="en">${head('Sandbox')}<body><main>` +
    '<h1>Sandbox</h1><p class="note">This is a sandbox for development. It simulates external services: nothing here is real, no money moves, and the bout is a drawing.<br>' +
    '<span lang="th">หน้านี้คือระบบจำลองสำหรับนักพัฒนา ไม่มีเงินจริงและไม่ใช่การถ่ายทอดสดจริง</span></p>' +
    '<h2>Demo publisher</h2><p>Streams a drawn bout in a loop over RTMP, the same way as OBS. Stop it to see what viewers see when a publisher drops, or to publish with the same key yourself.</p>' +
    `<table>${air}</table>` +
    '<form method="post" action="/sandbox/broadcaster/stop"><button>Stop the publisher</button></form>' +
    '<form method="post" action="/sandbox/broadcaster/start"><button>Start the publisher</button></form>' +
    '<p>As JSON: <a href="/sandbox/broadcaster"><code>GET /sandbox/broadcaster</code></a></p>' +
    `<h2>Demo crowd</h2><p>Sample fans who sign in, chat and cheer through the public API, like any fan.</p>${fans}` +
    '<h2>Text messages</h2><p>All SMS messages of the site arrive here, for every phone: <a href="/sandbox/sms">the inbox</a></p>' +
    '<h2>Mails</h2><p>All mails of the site arrive here, for every address: <a href="/sandbox/mail">the mailbox</a></p>' +
    '<h2>Staff codes</h2><p>The present code of each sample account of the console: <a href="/sandbox/staff-codes">the codes</a></p>' +
    '<h2>Transfer slips</h2><p>A slip of an invented bank, for orders that are paid by transfer: <a href="/sandbox/slip">the slip maker</a></p>' +
    '<h2>Web push</h2><p>A push service for test browsers. <code>POST /sandbox/push/browsers</code> subscribes a browser and returns its <code>endpoint</code>; <code>GET /sandbox/push/browsers/{id}</code> returns its encrypted messages; <code>PUT /sandbox/push/weather</code> simulates answers such as 429 and 503.</p>' +
    '<h2>Payments</h2><p>Simulated Omise and PayPal: every charge with its actions, and failures of webhooks and calls: <a href="/sandbox/payments">the payments</a></p>' +
    '<h2>Sample partner</h2><p>An invented site whose members watch lives here in external mode: <a href="/sandbox/partner">Lumphu Play · <span lang="th">ลำพูเพลย์</span></a></p>' +
    `<p><a href="${escapeHtml(url)}">Back to the site</a></p></main></body></html>`
  );
}

import { createHash } from 'node:crypto';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Formats satang as `฿1,234.50` without floating point. */
export function showBaht(satang: number): string {
  const baht = Math.trunc(satang / 100).toString();
  const grouped = baht.replace(/\B(?=(\d{3})+$)/g, ',');
  return `฿${grouped}.${String(satang % 100).padStart(2, '0')}`;
}

/** A text in both languages of the site. */
export interface BothLanguages {
  readonly th: string;
  readonly en: string;
}

export interface HostedLook {
  /** Name of the simulated provider or bank. */
  readonly name: string;
  readonly accent: string;
  readonly onAccent: string;
}

export interface HostedButton {
  readonly action: string;
  readonly label: BothLanguages;
  readonly kind: 'main' | 'other' | 'quiet';
}

export interface HostedPage {
  readonly look: HostedLook;
  readonly title: BothLanguages;
  /** Facts of the payment. */
  readonly facts: ReadonlyArray<readonly [BothLanguages, string]>;
  /** Error message above the form. */
  readonly alert?: BothLanguages;
  /** Further fields of the form, as HTML. */
  readonly fields?: string;
  /** Without buttons the page is only a message. */
  readonly buttons: readonly HostedButton[];
  /** Final target of the form; browsers check a form's redirects against the policy. */
  readonly leadsTo: string | null;
}

const styleOf = ({ accent, onAccent }: HostedLook): string =>
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:start center;background:#f2f3f5;color:#16181d;font:17px/1.6 system-ui,"Noto Sans Thai",sans-serif;color-scheme:light}' +
  'main{width:min(440px,100%);min-height:100vh;background:#fff}@media(min-width:480px){main{min-height:0;margin:48px 16px;border-radius:16px;overflow:hidden;box-shadow:0 8px 40px #0000001f}}' +
  `header{padding:24px;background:${accent};color:${onAccent}}header b{font-size:16px;font-weight:600}h1{margin:4px 0 0;font-size:26px;line-height:1.35}header span{display:block;font-size:16px}` +
  '.note{margin:0;padding:10px 24px;background:#fff6df;color:#5b4300;font-size:15px}.alert{margin:16px 24px 0;padding:10px 14px;border-radius:10px;background:#fdeaea;color:#8a1c1c}' +
  'dl{margin:0;padding:12px 24px 0}dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:10px 0;border-bottom:1px solid #e3e6ea}dt{color:#4d5462}dd{margin:0;font-weight:600;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}' +
  'small{color:#4d5462;font-size:15px}form{padding:20px 24px 28px;display:grid;gap:12px}button{font:inherit;font-weight:600;min-height:52px;padding:6px 16px;border-radius:12px;border:1px solid #9aa2ae;background:#fff;color:#16181d;cursor:pointer;line-height:1.35}button small{display:block;font-weight:400;color:inherit}' +
  `.main{border-color:${accent};background:${accent};color:${onAccent}}.quiet{border-color:transparent;background:none;text-decoration:underline;text-underline-offset:4px;font-weight:400}` +
  'label{display:grid;gap:4px}input{width:100%;min-height:56px;padding:8px 16px;border:1px solid #6b7380;border-radius:12px;background:#fff;color:inherit;font:600 26px/1.3 ui-monospace,monospace;letter-spacing:.2em}' +
  ':focus-visible{outline:3px solid #2b6cff;outline-offset:2px}';

const both = ({ th, en }: BothLanguages): string =>
  `${escapeHtml(th)} <small lang="en">${escapeHtml(en)}</small>`;

const button = ({ action, label, kind }: HostedButton): string =>
  `<button class="${kind}" name="action" value="${escapeHtml(action)}"${kind === 'main' ? '' : ' formnovalidate'}>${both(label)}</button>`;

/** Returns the origin of an address, or `null`. */
function originOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === 'null' ? null : origin;
}

/** Renders a provider's page for payers with its Content-Security-Policy. */
export function renderHostedPage(page: HostedPage): { html: string; policy: string } {
  const { look, title, facts, alert, fields = '', buttons, leadsTo } = page;
  const style = styleOf(look);
  const hash = createHash('sha256').update(style).digest('base64');
  const rows = facts.map(
    ([label, value]) => `<div><dt>${both(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const form =
    buttons.length === 0
      ? ''
      : `<form method="post">${fields}${buttons.map(button).join('')}</form>`;
  const html =
    '<!doctype html><html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${escapeHtml(look.name)} · Sandbox</title><style>${style}</style></head><body><main>` +
    `<header><b>${escapeHtml(look.name)}</b><h1>${escapeHtml(title.th)}</h1><span lang="en">${escapeHtml(title.en)}</span></header>` +
    '<p class="note">ระบบจำลอง ไม่มีเงินจริง<br><span lang="en">A sandbox: no money moves.</span></p>' +
    (alert === undefined ? '' : `<p class="alert" role="alert">${both(alert)}</p>`) +
    `<dl>${rows.join('')}</dl>${form}</main></body></html>`;
  const targets = ["'self'", originOf(leadsTo)].filter((target) => target !== null).join(' ');
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
  };
}

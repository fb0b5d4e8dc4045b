import { createHash } from 'node:crypto';
import type { IdentityProvider } from './identity-provider.ts';
import type { Person } from './persons.ts';

/** Appearance and texts of a provider's page in both languages. */
interface Look {
  readonly name: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly dark: boolean;
  readonly title: { readonly th: string; readonly en: string };
  readonly notice: { readonly th: string; readonly en: string };
}

const LOOKS: Readonly<Record<IdentityProvider['name'], Look>> = {
  line: {
    name: 'LINE',
    accent: '#06c755',
    onAccent: '#062b13',
    dark: false,
    title: { th: 'เข้าสู่ระบบด้วย LINE', en: 'Log in with LINE' },
    notice: {
      th: 'Sangwian จะเห็นชื่อและรูปโปรไฟล์ของบัญชีที่เลือก',
      en: 'Sangwian receives the display name and the picture of the account.',
    },
  },
  apple: {
    name: 'Apple',
    accent: '#000',
    onAccent: '#fff',
    dark: true,
    title: { th: 'ลงชื่อเข้าด้วย Apple', en: 'Sign in with Apple' },
    notice: {
      th: 'Sangwian จะได้รับชื่อในครั้งแรกเท่านั้น และอีเมลของบัญชีที่เลือก',
      en: 'Sangwian receives the name at the first sign-in only, and the e-mail of the account.',
    },
  },
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const styleOf = ({ accent, onAccent, dark }: Look): string =>
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:start center;background:#f2f3f5;color:#16181d;font:16px/1.6 system-ui,"Noto Sans Thai",sans-serif;color-scheme:light}' +
  'main{width:min(440px,100%);background:#fff;min-height:100vh}@media(min-width:480px){main{min-height:0;margin:48px 16px;border-radius:16px;overflow:hidden;box-shadow:0 8px 40px #0000001f}}' +
  `header{padding:28px 24px 20px;background:${accent};color:${onAccent}}h1{margin:0;font-size:26px;line-height:1.35}header span{font-size:16px}` +
  'form{padding:20px 24px 28px}p{margin:0 0 6px}.note{padding:10px 24px;background:#fff6df;color:#5b4300;font-size:14px}small{display:block;color:#5a6070;font-size:14px}' +
  'ul{list-style:none;margin:16px 0;padding:0;display:grid;gap:8px}button{font:inherit;cursor:pointer}' +
  '.person{display:flex;align-items:center;gap:14px;width:100%;min-height:64px;padding:8px 14px;border:1px solid #d5d9e0;border-radius:12px;background:#fff;color:inherit;text-align:left}' +
  `.person:hover{border-color:${dark ? '#000' : accent};background:#f7f9fa}.person b{display:block;font-weight:600}` +
  `.crest{flex:none;display:grid;place-items:center;width:42px;height:42px;border-radius:50%;background:${accent};color:${onAccent};font-weight:700}` +
  'label{display:flex;align-items:center;gap:12px;min-height:44px}input{width:20px;height:20px;flex:none;accent-color:#16181d}' +
  '.quiet{width:100%;min-height:48px;border:0;background:none;color:#3d4350;text-decoration:underline;text-underline-offset:4px}' +
  ':focus-visible{outline:3px solid #2b6cff;outline-offset:2px}';

const person = (key: string, crest: string, name: string, note: string): string =>
  `<li><button class="person" name="person" value="${escapeHtml(key)}"><span class="crest" aria-hidden="true">${escapeHtml(crest)}</span>` +
  `<span><b>${escapeHtml(name)}</b><small>${escapeHtml(note)}</small></span></button></li>`;

export interface IdentityPage {
  readonly html: string;
  readonly policy: string;
}

/** Value of the button that invents a new person. */
export const STRANGER_KEY = 'somebody-new';

/** Renders the page on which a tester chooses a person, which signs in and consents at once. */
export function renderIdentityPage({ name, persons, isConnected }: PageFacts): IdentityPage {
  const look = LOOKS[name];
  const style = styleOf(look);
  const hash = createHash('sha256').update(style).digest('base64');
  const people = persons.map(({ subject, displayName, firstName, lastName, email }) => {
    const shown = name === 'line' ? displayName : `${firstName} ${lastName}`;
    const connected = isConnected(subject);
    const note = name === 'line' ? (connected ? '' : 'ครั้งแรก · first time') : email;
    const again = connected ? 'เชื่อมต่ออยู่ · connected' : '';
    return person(subject, [...shown][0] ?? '', shown, [note, again].filter(Boolean).join(' · '));
  });
  const hide =
    name === 'apple'
      ? '<label><input type="checkbox" name="hide_email" value="1"><span>ซ่อนอีเมลของฉัน <small lang="en">Hide my e-mail</small></span></label>'
      : '';
  const html =
    '<!doctype html><html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${look.name} · Sandbox</title><style>${style}</style></head><body><main>` +
    `<header><h1>${look.title.th}</h1><span lang="en">${look.title.en}</span></header>` +
    `<p class="note">ระบบจำลอง ไม่ใช่ ${look.name} จริง เลือกบุคคลสมมติหนึ่งคน<br><span lang="en">A sandbox, not the real ${look.name}: choose an invented person.</span></p>` +
    `<form method="post"><p>${look.notice.th}</p><small lang="en">${look.notice.en}</small><ul>${people.join('')}` +
    `${person(STRANGER_KEY, '+', 'คนใหม่', 'Somebody new')}</ul>${hide}` +
    '<button class="quiet" name="person" value="">ยกเลิก · Cancel</button></form></main></body></html>';
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  };
}

interface PageFacts {
  readonly name: IdentityProvider['name'];
  readonly persons: readonly Person[];
  readonly isConnected: (subject: string) => boolean;
}

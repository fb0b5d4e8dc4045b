import type { Language } from '@sangwian/contract/endpoints/member';

/** The content of a mail, without markup. The module renders it as text and as HTML. */
export interface MailContent {
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Names and values, such as the lines of a receipt. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** The only action, shown as a button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print at the end of the mail. */
  readonly note?: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns one line without control characters, so that a name cannot add lines or headers. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const BODY =
  'margin:0;background:#f4f5f7;color:#171a21;font:16px/1.7 "Noto Sans Thai",system-ui,-apple-system,"Segoe UI",sans-serif';
const CARD = 'max-width:520px;margin:0 auto;padding:28px 24px;background:#fff;border-radius:14px';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#171a21;color:#fff;text-decoration:none;font-weight:600';

/** Writes a mail as text and as HTML. Every value is escaped; the only link is the action's. */
export function renderMail(content: MailContent): RenderedMail {
  const { language, paragraphs, facts = [], action, note } = content;
  const subject = oneLine(content.subject);
  const rows = facts.map(([name, value]) => [oneLine(name), oneLine(value)] as const);
  const text = [
    ...paragraphs,
    ...(rows.length === 0 ? [] : [rows.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    ...(note === undefined ? [] : [note]),
    'Sangwian · สังเวียน',
  ].join('\n\n');
  const html = [
    `<!doctype html><html lang="${language === 'TH' ? 'th' : 'en'}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${escapeHtml(BODY)}"><div style="padding:24px 12px"><div style="${CARD}">`,
    `<p style="margin:0 0 16px;font-weight:700">Sangwian · สังเวียน</p>`,
    `<h1 style="margin:0 0 12px;font-size:22px;line-height:1.4">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((one) => `<p style="margin:0 0 12px">${escapeHtml(one)}</p>`),
    rows.length === 0
      ? ''
      : '<table style="width:100%;border-collapse:collapse;margin:8px 0 16px">',
    ...rows.map(
      ([name, value]) =>
        `<tr><td style="padding:8px 0;border-top:1px solid #e3e6ea;color:#5b6470">${escapeHtml(name)}</td>` +
        `<td style="padding:8px 0;border-top:1px solid #e3e6ea;text-align:right;font-weight:600">${escapeHtml(value)}</td></tr>`,
    ),
    rows.length === 0 ? '' : '</table>',
    action === undefined
      ? ''
      : `<p style="margin:16px 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    note === undefined
      ? ''
      : `<p style="margin:16px 0 0;font-size:14px;color:#5b6470">${escapeHtml(note)}</p>`,
    '</div></div></body></html>',
  ].join('');
  return { subject, text, html };
}

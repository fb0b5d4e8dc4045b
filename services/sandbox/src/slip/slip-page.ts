import { toBahtText } from '@sangwian/money/satang';
import type { Slip } from './slip-request.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
  '*{box-sizing:border-box}body{margin:0;background:#0a0c10;color:#f5f7fa;font:17px/1.6 system-ui,"Noto Sans Thai",sans-serif;color-scheme:dark}' +
  'main{max-width:1040px;margin:auto;padding:24px 16px 64px}h1{font-size:28px;line-height:1.4;margin:8px 0}' +
  '.note{border-left:4px solid #ffd27a;background:#1a202b;border-radius:0 10px 10px 0;padding:10px 16px;margin:0 0 24px}' +
  '.two{display:grid;gap:32px}@media(min-width:860px){.two{grid-template-columns:minmax(0,1fr) 400px;align-items:start}}' +
  'form{display:grid;gap:14px}.pair{display:grid;gap:14px}@media(min-width:560px){.pair{grid-template-columns:1fr 1fr}}' +
  'label{display:grid;gap:4px;color:#b8c2d1;font-size:15px}input,select{width:100%;min-height:48px;padding:6px 12px;border:1px solid #6f7d94;border-radius:10px;background:#11151c;color:#f5f7fa;font:inherit;font-size:17px}' +
  'button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:4px 18px;border:1px solid #6f7d94;border-radius:10px;background:#262f3d;color:#f5f7fa;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}' +
  '.actions{display:flex;flex-wrap:wrap;gap:12px}img{display:block;width:100%;height:auto;aspect-ratio:2/3;object-fit:contain;background:#11151c;border-radius:14px}figure{margin:0;display:grid;gap:14px}' +
  'a{color:#8fb4ff}p a{display:inline-flex;align-items:center;min-height:44px}code{background:#1a202b;padding:2px 6px;border-radius:6px;overflow-wrap:anywhere}:focus-visible{outline:2px solid #fff;outline-offset:2px}';

/** Returns the query of a slip's address. */
function toQuery(slip: Slip, changes: Readonly<Record<string, string>> = {}): string {
  const values = { ...slip, satang: String(slip.satang), at: slip.at.toISOString(), ...changes };
  return escapeHtml(new URLSearchParams(values).toString());
}

const field = (name: string, label: string, value: string, attributes = ''): string =>
  `<label>${label}<input name="${name}" value="${escapeHtml(value)}" autocomplete="off"${attributes}></label>`;

const choice = (
  name: string,
  label: string,
  chosen: string,
  options: Readonly<Record<string, string>>,
): string =>
  `<label>${label}<select name="${name}">${Object.entries(options)
    .map(
      ([value, text]) =>
        `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`,
    )
    .join('')}</select></label>`;

const form = (slip: Slip): string =>
  `<form method="get" action="/sandbox/slip"><div class="pair">` +
  field(
    'baht',
    'จำนวนเงิน · Amount (baht)',
    toBahtText(slip.satang),
    ' inputmode="decimal" pattern="\\d{1,6}(\\.\\d{1,2})?" required',
  ) +
  field('order', 'บันทึกช่วยจำ · Memo (order)', slip.order, ' maxlength="40"') +
  field('sender', 'จาก · From', slip.sender, ' maxlength="40"') +
  field('receiver', 'ไปยัง · To', slip.receiver, ' maxlength="60"') +
  field('receiver_number', 'เลขที่บัญชี · Account', slip.receiver_number, ' maxlength="20"') +
  field('bank', 'รหัสธนาคาร · From bank', slip.bank, ' pattern="\\d{3}"') +
  '</div>' +
  field(
    'reference',
    'เลขที่รายการ · Transaction reference',
    slip.reference,
    ' maxlength="25" pattern="[0-9A-Za-z]+"',
  ) +
  '<div class="pair">' +
  choice('code', 'คิวอาร์เล็ก · Small QR code', slip.code, {
    shown: 'มี · shown',
    none: 'ไม่มี · missing',
  }) +
  choice('blur', 'ความคมชัด · Focus', slip.blur, {
    none: 'คมชัด · sharp',
    little: 'เบลอเล็กน้อย · a little blurred',
    much: 'เบลอมาก อ่านไม่ได้ · blurred beyond reading',
  }) +
  choice('turn', 'การวางภาพ · Held', slip.turn, {
    '0': 'ตรง · upright',
    '12': 'เอียง · askew',
    '90': 'ตะแคง · on its side',
    '180': 'กลับหัว · upside down',
  }) +
  '</div><div class="actions"><button>วาดสลิป · Draw</button>' +
  '<button name="fresh" value="1">เลขที่รายการใหม่ · With a new reference</button></div></form>';

/** Renders the page that makes slips. `last`: the reference of the previous slip. */
export function renderSlipPage(slip: Slip, last: string | null): string {
  const picture = `/sandbox/slip.png?${toQuery(slip)}`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>Transfer slips · Sandbox</title><style>${STYLE}</style></head><body><main>` +
    '<h1>สลิปโอนเงิน · Transfer slips</h1><p class="note">A slip of a bank that does not exist, to upload for an order. Save the picture, then upload it where the site asks for the slip. For scripts: <code>GET /sandbox/slip.png?order=&amp;satang=19900&amp;reference=</code></p>' +
    `<div class="two"><div>${form(slip)}${
      last === null || last === slip.reference
        ? ''
        : `<p><a href="/sandbox/slip?${toQuery(slip, { reference: last })}">ใช้เลขที่รายการเดิม · The same reference again: ${escapeHtml(last)}</a></p>`
    }</div>` +
    `<figure><img src="${picture}" alt="Slip ${escapeHtml(slip.reference)}" width="1080" height="1620">` +
    `<a class="button" href="${picture}" download="slip-${escapeHtml(slip.reference)}.png">บันทึกรูป · Save the picture</a></figure></div>` +
    '<p><a href="/sandbox/">Back to the sandbox</a></p></main></body></html>'
  );
}

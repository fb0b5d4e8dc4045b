import type {
  CoinPackages,
  PartnerHandover,
  PartnerMember,
  PartnerPurchase,
  SiteRefusal,
} from './partner-server.ts';
import { PARTNER_WORDS, type PartnerWords } from './partner-words.ts';

export type PageLanguage = 'TH' | 'EN';

/** Targets of sealed links: paths of the site. */
export const TARGETS = { lives: '/liveExternal', live: '/live', home: '/' } as const;
export type TargetName = keyof typeof TARGETS;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
  '*{box-sizing:border-box}body{margin:0;background:#f3f7f2;color:#16261b;font:17px/1.75 system-ui,"Noto Sans Thai",sans-serif;color-scheme:light}' +
  'header{background:#0f5132;color:#fff}header div{display:flex;align-items:center;justify-content:space-between;gap:16px;max-width:680px;min-height:64px;margin:auto;padding:8px 16px}' +
  'header strong{font-size:22px}header a{display:inline-flex;align-items:center;min-height:44px;padding:0 12px;color:#fff}' +
  'main{max-width:680px;margin:auto;padding:24px 16px 64px}h1{font-size:26px;line-height:1.4;margin:16px 0 8px}h2{font-size:19px;margin:0}p{margin:0 0 8px}' +
  '.note{border-left:4px solid #b97a12;background:#fff6df;border-radius:0 10px 10px 0;padding:10px 16px}.refused{border-color:#a32020;background:#fdeaea}' +
  'fieldset,.card{margin:20px 0 0;padding:12px 16px;border:1px solid #b9cdbd;border-radius:12px;background:#fff}legend{padding:0 6px;font-weight:600}' +
  'label{display:flex;align-items:center;gap:12px;min-height:44px}input{width:20px;height:20px;flex:none;accent-color:#0f5132}small{color:#4b5f51;font-size:15px}' +
  '.actions{display:grid;gap:16px;margin-top:24px}@media(min-width:600px){.actions{grid-template-columns:1fr 1fr}}' +
  'button,.button{display:inline-flex;align-items:center;justify-content:center;width:100%;font:inherit;font-weight:600;min-height:48px;padding:4px 18px;border:1px solid #0f5132;border-radius:12px;background:#0f5132;color:#fff;text-decoration:none;cursor:pointer}' +
  '.quiet{background:#fff;color:#0f5132}code{display:block;max-height:7.5em;overflow:auto;padding:8px 12px;border-radius:8px;background:#eef4ee;font-size:14px;overflow-wrap:anywhere}' +
  'select{width:100%;min-height:48px;margin:4px 0 16px;padding:4px 12px;font:inherit;border:1px solid #b9cdbd;border-radius:12px;background:#fff;color:inherit}dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0}dt{color:#4b5f51}dd{margin:0;text-align:right;font-weight:600}' +
  '.card+p{margin-top:20px}a{color:#0f5132}:focus-visible{outline:3px solid #b97a12;outline-offset:2px}';

/** @param query further query parameters of the page */
function layout(language: PageLanguage, path: string, content: string, query = ''): string {
  const words = PARTNER_WORDS[language];
  const { lang, label } = words.other;
  return (
    `<!doctype html><html lang="${language.toLowerCase()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${words.title}</title><style>${STYLE}</style></head><body>` +
    `<header><div><strong>${words.title}</strong><a href="${path}?lang=${lang}${query}" lang="${lang}">${label}</a></div></header>` +
    `<main><p class="note">${words.note}</p>${content}</main></body></html>`
  );
}

const radio = (name: string, value: string, label: string, checked: boolean): string =>
  `<label><input type="radio" name="${name}" value="${value}"${checked ? ' checked' : ''}>${escapeHtml(label)}</label>`;

const action = (name: string, label: string, note: string, quiet: boolean): string =>
  `<div><button name="action" value="${name}"${quiet ? ' class="quiet"' : ''}>${label}</button><small>${note}</small></div>`;

const refusalNote = (words: PartnerWords, { status, message }: SiteRefusal): string =>
  `<p class="note refused" role="alert"><strong>${words.refused}</strong><br>${escapeHtml(message)} <small>(${escapeHtml(status)})</small></p>`;

export interface PartnerPageInput {
  readonly language: PageLanguage;
  readonly path: string;
  readonly members: readonly PartnerMember[];
  /** Empty if the site does not answer. */
  readonly packages: CoinPackages;
  readonly refusal?: SiteRefusal;
}

const number = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
const baht = (satang: number): string => money.format(satang / 100);

/** Renders the packages with a button that charges the partner. */
function renderShop(words: PartnerWords, packages: CoinPackages): string {
  if (packages.length === 0) return '';
  const options = packages.map(({ id, coin, coin_detail: base, price_satang: satang }) => {
    const bonus = coin === base ? null : number.format(coin - base);
    const label = words.package(number.format(coin), bonus, baht(satang));
    return `<option value="${id}">${escapeHtml(label)}</option>`;
  });
  return (
    `<fieldset><legend>${words.buyTitle}</legend><p><small>${words.buyNote}</small></p>` +
    `<label for="package">${words.packages}</label><select id="package" name="package">${options.join('')}</select>` +
    `<button name="action" value="buy">${words.buy}</button></fieldset>`
  );
}

/** Renders the partner's site for its member, with two ways to Sangwian. */
export function renderPartnerPage(input: PartnerPageInput): string {
  const { language, path, members, packages, refusal } = input;
  const words = PARTNER_WORDS[language];
  const targets = Object.keys(TARGETS) as TargetName[];
  return layout(
    language,
    path,
    (refusal ? refusalNote(words, refusal) : '') +
      `<h1>${words.watch}</h1><p>${words.intro}</p><form method="post" action="${path}">` +
      `<input type="hidden" name="lang" value="${language.toLowerCase()}">` +
      `<fieldset><legend>${words.who}</legend>${members
        .map(({ id, first_name, last_name }, index) =>
          radio('member', id, `${first_name} ${last_name}`, index === 0),
        )
        .join('')}<small>${words.whoNote}</small></fieldset>` +
      `<fieldset><legend>${words.where}</legend>${targets
        .map((name, index) => radio('target', name, words.places[name], index === 0))
        .join('')}</fieldset>` +
      `<div class="card"><label><input type="checkbox" name="purchase" value="1">${words.purchase}</label></div>` +
      `<div class="actions">${action('watch', words.watch, words.watchNote, false)}${action('seal', words.seal, words.sealNote, true)}</div>${renderShop(words, packages)}</form>`,
  );
}

const untilText = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Asia/Bangkok',
  })
    .format(new Date(at))
    .replace(',', '');

/** Renders a sealed link, to open once and a second time. */
export function renderSealedPage(
  language: PageLanguage,
  path: string,
  link: string,
  handover: PartnerHandover,
): string {
  const words = PARTNER_WORDS[language];
  const href = escapeHtml(handover.url);
  return layout(
    language,
    path,
    `<h1>${words.sealed}</h1><p>${words.sealedNote}</p>` +
      `<p><a class="button" href="${href}">${words.open}</a></p>` +
      `<div class="card"><h2>${words.address}</h2><code>${href}</code><p>${words.until} ${untilText(handover.expires_at)}</p></div>` +
      `<p><a class="button quiet" href="${path}?lang=${language.toLowerCase()}">${words.back}</a></p>`,
    `&amp;link=${encodeURIComponent(link)}`,
  );
}

/** Renders the receipt of a purchase charged to the partner. */
export function renderReceiptPage(
  language: PageLanguage,
  path: string,
  receipt: string,
  { order, balance }: PartnerPurchase,
): string {
  const words = PARTNER_WORDS[language];
  const rows = [
    [words.order, order.number],
    [words.coins, number.format(order.base_coins + order.bonus_coins)],
    [words.bill, `${baht(order.satang)} THB`],
    [words.balance, number.format(balance)],
  ] as const;
  return layout(
    language,
    path,
    `<h1>${words.bought}</h1><p>${words.boughtNote}</p>` +
      `<div class="card"><dl>${rows.map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl></div>` +
      `<p><a class="button quiet" href="${path}?lang=${language.toLowerCase()}">${words.back}</a></p>`,
    `&amp;receipt=${encodeURIComponent(receipt)}`,
  );
}

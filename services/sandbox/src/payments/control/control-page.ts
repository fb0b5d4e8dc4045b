import { createHash } from 'node:crypto';
import type { Fault } from '../faults.ts';
import { escapeHtml, showBaht } from '../hosted-page.ts';
import type { Delivery, Weather } from '../webhook-outbox.ts';
import { CONTROL_BUTTONS } from './control-buttons.ts';
import type { PaymentView } from './desk.ts';

const SHOWN_MAX = 50;
const DELIVERIES_SHOWN_MAX = 6;
const REFRESH_S = 5;

const STYLE =
  '*{box-sizing:border-box}body{margin:0;background:#0a0c10;color:#f5f7fa;font:17px/1.7 system-ui,"Noto Sans Thai",sans-serif;color-scheme:dark}' +
  'main{max-width:760px;margin:auto;padding:24px 16px 64px}h1{font-size:28px;line-height:1.35;margin:8px 0}h2{font-size:20px;margin:32px 0 12px}' +
  '.note{border-left:4px solid #ffd27a;background:#1a202b;border-radius:0 10px 10px 0;padding:10px 16px;margin:0 0 16px}.alert{border-color:#ff8a80}' +
  'ol{list-style:none;margin:16px 0 0;padding:0;display:grid;gap:16px}ol>li{padding:14px 16px;border:1px solid #2b3444;border-radius:14px;background:#11151c}' +
  'header{display:flex;flex-wrap:wrap;align-items:center;gap:0 12px;justify-content:space-between;color:#b8c2d1;font-size:15px}' +
  '.amount{margin:2px 0;font:600 26px/1.35 system-ui,sans-serif;font-variant-numeric:tabular-nums}.badge{display:inline-block;padding:1px 10px;border-radius:999px;border:1px solid #6f7d94;color:#f5f7fa;font-size:15px}' +
  '.paid{border-color:#3fa76a;background:#12301f}.lost{border-color:#c0544d;background:#34181a}.text{margin:0;font-size:15px;color:#b8c2d1;overflow-wrap:anywhere}' +
  'ul{list-style:none;margin:8px 0 0;padding:8px 0 0;border-top:1px solid #2b3444;font-size:15px;color:#b8c2d1}ul li{display:flex;flex-wrap:wrap;gap:0 10px;justify-content:space-between}' +
  'form{display:flex;flex-wrap:wrap;gap:8px;margin:10px 0 0}button,select,input{font:inherit;font-size:16px;min-height:44px;padding:0 14px;border:1px solid #6f7d94;border-radius:10px;background:#262f3d;color:#f5f7fa}button{cursor:pointer}' +
  '.grid{display:grid;gap:12px}@media(min-width:560px){.grid{grid-template-columns:1fr 1fr}}label{display:grid;gap:2px;font-size:15px;color:#b8c2d1}label select,label input{width:100%}' +
  '.check{display:flex;align-items:center;gap:10px;min-height:44px}.check input{width:22px;min-height:22px;accent-color:#ffd27a}' +
  'a{display:inline-flex;align-items:center;min-height:44px;margin-right:16px;color:#8fb4ff}code{background:#1a202b;padding:1px 5px;border-radius:6px;overflow-wrap:anywhere}:focus-visible{outline:2px solid #fff;outline-offset:2px}';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export interface ControlPage {
  readonly html: string;
  readonly policy: string;
}

const bangkokTime = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Bangkok',
});

function layout(title: string, content: string, refresh: boolean): ControlPage {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    (refresh ? `<meta http-equiv="refresh" content="${REFRESH_S}">` : '') +
    `<meta name="robots" content="noindex"><title>${title} · Sandbox</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>` +
    '<p class="note">This is a sandbox: it simulates Omise and PayPal, and no money moves.<br><span lang="th">ระบบจำลองการชำระเงิน ไม่มีเงินจริง</span></p>' +
    `${content}<p><a href="/sandbox/">Back to the sandbox</a></p></main></body></html>`;
  return { html, policy: POLICY };
}

const TONES: Readonly<Record<string, string>> = {
  successful: ' paid',
  COMPLETED: ' paid',
  failed: ' lost',
  expired: ' lost',
  DECLINED: ' lost',
  VOIDED: ' lost',
};

const STATES: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'waiting',
  delivered: 'delivered',
  lost: 'lost on purpose',
  given_up: 'given up',
};

const deliveryItem = ({ key, signature, state, status, tries }: Delivery): string =>
  `<li><span>${escapeHtml(key)}${signature === 'good' ? '' : ` · signature ${signature}`}</span>` +
  `<span>${STATES[state]}${status === null ? '' : ` · ${status}`}${tries > 1 ? ` · ${tries} tries` : ''}</span></li>`;

function deliveryList(deliveries: readonly Delivery[]): string {
  const shown = deliveries.slice(0, DELIVERIES_SHOWN_MAX).map(deliveryItem).join('');
  const more = deliveries.length - DELIVERIES_SHOWN_MAX;
  if (shown === '') return '';
  return `<ul aria-label="Webhooks">${shown}${more > 0 ? `<li>and ${more} earlier</li>` : ''}</ul>`;
}

/** Formats the site's metadata. */
const metadataOf = ({ metadata }: PaymentView): string =>
  Object.entries(metadata)
    .map(([name, value]) => `<br>${escapeHtml(name)} <code>${escapeHtml(String(value))}</code>`)
    .join('');

function paymentItem(payment: PaymentView, deliveries: readonly Delivery[]): string {
  const { payment_id, provider, method, status, amount_satang, refunded_satang } = payment;
  const id = escapeHtml(payment_id);
  const way = provider === method ? provider : `${provider} · ${method}`;
  const notes = [
    payment.failure_code,
    payment.dispute === null ? null : `chargeback ${payment.dispute}`,
    refunded_satang === 0 ? null : `${showBaht(refunded_satang)} refunded`,
  ].filter((note) => note !== null);
  const buttons = CONTROL_BUTTONS.filter(({ fits }) => fits(payment)).map(
    ({ name, label }) => `<button name="press" value="${name}">${label}</button>`,
  );
  return (
    `<li id="${id}"><header><span><span class="badge${TONES[status] ?? ''}">${escapeHtml(status)}</span> ${escapeHtml(way)}</span>` +
    `<time datetime="${payment.created_at}">${bangkokTime.format(new Date(payment.created_at))}</time></header>` +
    `<p class="amount">${showBaht(amount_satang)}</p>` +
    `<p class="text">${escapeHtml([payment.description, ...notes].filter((text) => text !== null).join(' · '))}</p>` +
    `<p class="text"><code>${id}</code>${metadataOf(payment)}</p>` +
    `<a href="${escapeHtml(payment.page)}">The payer’s page</a>` +
    `<form method="post" action="/sandbox/payments"><input type="hidden" name="id" value="${id}">${buttons.join('')}</form>` +
    `${deliveryList(deliveries)}</li>`
  );
}

export interface PaymentsPageInput {
  readonly payments: readonly PaymentView[];
  readonly deliveriesOf: (paymentId: string) => readonly Delivery[];
  /** Whether failures of webhooks or calls are simulated. */
  readonly isDisturbed: boolean;
  readonly refusal?: string;
}

/** Renders charges and orders with their buttons; the page refreshes itself. */
export function renderPaymentsPage(input: PaymentsPageInput): ControlPage {
  const { payments, deliveriesOf, isDisturbed, refusal } = input;
  const shown = payments.slice(0, SHOWN_MAX);
  return layout(
    'Payments',
    (refusal === undefined
      ? ''
      : `<p class="note alert" role="alert">Not done: ${escapeHtml(refusal)}</p>`) +
      (isDisturbed ? '<p class="note alert">Webhooks or calls are disturbed just now.</p>' : '') +
      '<a href="/sandbox/payments/weather">Webhooks and failures</a> <a href="/sandbox/payments/api/payments">As JSON</a>' +
      (shown.length === 0
        ? '<p>Nobody has paid anything yet. This page refreshes every five seconds.</p>'
        : `<ol>${shown.map((each) => paymentItem(each, deliveriesOf(each.payment_id))).join('')}</ol>`),
    // A page with a refusal does not refresh, because the refusal must stay visible and a reload would repeat the
    // action.
    refusal === undefined,
  );
}

const option = (value: string, label: string, chosen: boolean): string =>
  `<option value="${value}"${chosen ? ' selected' : ''}>${label}</option>`;

const numberField = (name: string, label: string, value: number): string =>
  `<label>${label}<input name="${name}" inputmode="numeric" pattern="[0-9]{1,7}" value="${value}"></label>`;

function weatherForm(weather: Weather): string {
  const signatures = [
    ['good', 'valid'],
    ['wrong', 'by another key'],
    ['none', 'none'],
    ['stale', 'an hour old'],
  ] as const;
  return (
    '<form method="post" action="/sandbox/payments/weather" class="grid"><input type="hidden" name="form" value="weather">' +
    numberField('delay_ms', 'Delay (ms)', weather.delay_ms) +
    numberField('copies', 'Copies of each webhook', weather.copies) +
    numberField('reverse_within_ms', 'Reverse order within (ms)', weather.reverse_within_ms) +
    `<label>Signature<select name="signature">${signatures.map(([value, label]) => option(value, label, weather.signature === value)).join('')}</select></label>` +
    `<label class="check"><input type="checkbox" name="lose" value="true"${weather.lose ? ' checked' : ''}>Drop all webhooks</label>` +
    '<span><button name="press" value="save">Save</button> <button name="press" value="fair">Reset</button></span></form>'
  );
}

const FAULT_KINDS = [
  ['error', 'error 500, call not performed'],
  ['accepted-error', 'error 500, call performed'],
  ['cut', 'connection cut, call not performed'],
  ['accepted-cut', 'connection cut, call performed'],
  ['accepted-silence', 'call performed, no answer'],
  ['late', 'answer after 10 seconds'],
] as const;

function faultForm(): string {
  return (
    '<form method="post" action="/sandbox/payments/weather" class="grid"><input type="hidden" name="form" value="fault">' +
    `<label>Provider<select name="provider">${option('omise', 'Omise', true)}${option('paypal', 'PayPal', false)}</select></label>` +
    '<label>Call (* matches any)<input name="call" value="*" autocapitalize="none" spellcheck="false"></label>' +
    `<label>Failure<select name="kind">${FAULT_KINDS.map(([value, label]) => option(value, label, false)).join('')}</select></label>` +
    numberField('times', 'Number of calls', 1) +
    '<span><button name="press" value="add">Add</button> <button name="press" value="clear">Clear all</button></span></form>'
  );
}

const faultItem = ({ provider, call, accepts, answer, times }: Fault): string =>
  `<li><span>${provider} <code>${escapeHtml(call)}</code></span><span>${answer}${accepts ? ', but done' : ''} · ×${times}</span></li>`;

/** Renders the form for simulated failures of webhooks and calls. */
export function renderWeatherPage(
  weather: Weather,
  faults: readonly Fault[],
  refusal?: string,
): ControlPage {
  return layout(
    'Webhooks and failures',
    (refusal === undefined
      ? ''
      : `<p class="note alert" role="alert">Not done: ${escapeHtml(refusal)}</p>`) +
      `<h2>Delivery of webhooks</h2>${weatherForm(weather)}<h2>Failures of the next calls</h2>${faultForm()}` +
      (faults.length === 0
        ? '<p>No failures are simulated.</p>'
        : `<ul aria-label="Pending failures">${faults.map(faultItem).join('')}</ul>`) +
      '<p><a href="/sandbox/payments">Back to the payments</a></p>',
    false,
  );
}

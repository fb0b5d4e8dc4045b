import { toBahtText } from '@sangwian/money/satang';
import { buildSlipQr } from '@sangwian/money/slip-qr';
import { encodeQR } from 'qr';
import sharp from 'sharp';
import type { Slip } from './slip-request.ts';

const WIDTH_PX = 1_080;
const HEIGHT_PX = 1_620;
const LEFT_PX = 110;
const RIGHT_PX = WIDTH_PX - LEFT_PX;
const CODE_PX = 270;
/** Blur of the QR code: still readable, and unreadable. */
const BLUR_PX = { none: 0, little: 2.5, much: 9 } as const;

const INK = '#16302a';
const FAINT = '#5d746d';
const BANK = '#0d6b53';
const GOLD = '#d8a02b';
/** Fonts that stack Thai vowels and tone marks correctly; any installed one is used. */
const FONTS = "Sarabun,'Noto Sans Thai',Loma,Garuda,Thonburi,'Leelawadee UI',Tahoma,sans-serif";

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface TextStyle {
  readonly size: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

const write = (
  x: number,
  y: number,
  words: string,
  { size, color = INK, bold = false, anchor = 'start' }: TextStyle,
): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" text-anchor="${anchor}"${bold ? ' font-weight="700"' : ''}>${escapeXml(words)}</text>`;

const thaiDay = new Intl.DateTimeFormat('th-TH-u-ca-buddhist', {
  timeZone: 'Asia/Bangkok',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const thaiTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  hour: '2-digit',
  minute: '2-digit',
});

/** `21 พ.ย. 2569 - 19:05 น.` */
function formatTime(at: Date): string {
  const parts = thaiDay.formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')} ${part('month')} ${part('year')} - ${thaiTime.format(at)} น.`;
}

const formatBaht = (satang: number): string =>
  `${toBahtText(satang).replace(/\B(?=(\d{3})+\.)/g, ',')} บาท`;

/** Masks all but the last digits of an account, as banks do. */
function maskAccount(number: string): string {
  const digits = number.replace(/\D/g, '').padStart(10, '0').slice(-10);
  return `xxx-x-x${digits.slice(5, 9)}-${digits.slice(9)}`;
}

/** Draws the QR code as one path. */
function drawCode(text: string, left: number, top: number): string {
  const rows = encodeQR(text, 'raw', { border: 2, ecc: 'medium' });
  const module = CODE_PX / rows.length;
  const path = rows.flatMap((row, y) =>
    row.flatMap((dark, x) =>
      dark
        ? [
            `M${(x * module).toFixed(2)} ${(y * module).toFixed(2)}h${module.toFixed(2)}v${module.toFixed(2)}h-${module.toFixed(2)}z`,
          ]
        : [],
    ),
  );
  return (
    `<g transform="translate(${left} ${top})"><rect width="${CODE_PX}" height="${CODE_PX}" fill="#fff"/>` +
    `<path d="${path.join('')}" fill="#000" shape-rendering="crispEdges"/></g>`
  );
}

/** An upward arrow for the sender, a downward one for the receiver. */
const ARROWS = { up: 'm0 24v-46m-20 18 20-20 20 20', down: 'm0-24v46m-20-18 20 20 20-20' } as const;

const party = (
  y: number,
  label: string,
  name: string,
  lines: readonly string[],
  arrow: keyof typeof ARROWS,
): string =>
  `<circle cx="${LEFT_PX + 48}" cy="${y}" r="48" fill="${BANK}"/>` +
  `<path transform="translate(${LEFT_PX + 48} ${y})" d="M0 0${ARROWS[arrow]}" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>` +
  write(LEFT_PX + 128, y - 36, label, { size: 26, color: FAINT }) +
  write(LEFT_PX + 128, y + 8, name, { size: 38, bold: true }) +
  lines
    .map((line, index) =>
      write(LEFT_PX + 128, y + 52 + index * 38, line, { size: 29, color: FAINT }),
    )
    .join('');

const row = (y: number, label: string, value: string, big = false): string =>
  write(LEFT_PX, y, label, { size: 30, color: FAINT }) +
  write(RIGHT_PX, y, value, { size: big ? 46 : 30, bold: big, anchor: 'end' });

/** The logo of an invented bank: an ear of rice in a ring. */
const HEADER =
  `<rect x="60" y="60" width="960" height="230" rx="36" fill="${BANK}"/><rect x="60" y="250" width="960" height="40" fill="${BANK}"/>` +
  `<circle cx="158" cy="150" r="46" fill="none" stroke="${GOLD}" stroke-width="6"/>` +
  `<path d="M158 186V116m0 22c-16-2-20-14-20-22 14 0 20 8 20 22zm0 0c16-2 20-14 20-22-14 0-20 8-20 22zm0 26c-16-2-20-14-20-22 14 0 20 8 20 22zm0 0c16-2 20-14 20-22-14 0-20 8-20 22z" fill="${GOLD}"/>` +
  write(226, 142, 'ธนาคารทุ่งทอง', { size: 42, color: '#fff', bold: true }) +
  write(226, 184, 'Thung Thong Bank', { size: 28, color: '#cfe6dd' }) +
  write(158 - 46, 254, 'ตัวอย่างสำหรับทดสอบ ไม่ใช่สลิปจริง · SANDBOX', { size: 27, color: '#ffe3a1' });

/** Draws the slip as SVG, without rotation or blur. */
function drawSlip(slip: Slip): string {
  const title =
    `<circle cx="${WIDTH_PX / 2}" cy="376" r="44" fill="${BANK}"/><path d="M520 376l15 16 28-32" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>` +
    write(WIDTH_PX / 2, 476, 'โอนเงินสำเร็จ', { size: 52, bold: true, anchor: 'middle' }) +
    write(WIDTH_PX / 2, 524, formatTime(slip.at), { size: 30, color: FAINT, anchor: 'middle' });
  const code =
    slip.code === 'none'
      ? ''
      : drawCode(
          buildSlipQr({ bankCode: slip.bank, reference: slip.reference }),
          RIGHT_PX - CODE_PX + 22,
          1_256,
        ) + write(LEFT_PX, 1_420, 'สแกนเพื่อตรวจสอบสลิป', { size: 29, color: FAINT });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}" font-family="${FONTS}">` +
    `<rect width="100%" height="100%" fill="#e3efe9"/><rect x="60" y="60" width="960" height="1500" rx="36" fill="#fff"/>` +
    HEADER +
    title +
    party(632, 'จาก', slip.sender, ['ธนาคารทุ่งทอง', 'xxx-x-x4521-7'], 'up') +
    `<path d="M${LEFT_PX + 48} 700v72" stroke="${GOLD}" stroke-width="5" stroke-dasharray="4 12" stroke-linecap="round"/>` +
    party(840, 'ไปยัง', slip.receiver, [maskAccount(slip.receiver_number)], 'down') +
    `<path d="M${LEFT_PX} 946H${RIGHT_PX}" stroke="#d3e2db" stroke-width="3"/>` +
    row(1_018, 'จำนวนเงิน', formatBaht(slip.satang), true) +
    row(1_078, 'ค่าธรรมเนียม', formatBaht(0)) +
    row(1_134, 'เลขที่รายการ', slip.reference) +
    (slip.order === '' ? '' : row(1_190, 'บันทึกช่วยจำ', slip.order)) +
    `<path d="M${LEFT_PX} 1228H${RIGHT_PX}" stroke="#d3e2db" stroke-width="3"/>` +
    code +
    '</svg>'
  );
}

/** Renders a slip as PNG, optionally blurred or rotated like a photo. */
export async function renderSlip(slip: Slip): Promise<Buffer> {
  const upright = await sharp(Buffer.from(drawSlip(slip)))
    .png()
    .toBuffer();
  const blur = BLUR_PX[slip.blur];
  const turned = sharp(upright).rotate(Number(slip.turn), { background: '#3c4a45' });
  return (blur === 0 ? turned : turned.blur(blur)).png().toBuffer();
}

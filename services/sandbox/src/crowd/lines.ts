/** Lines of the demo crowd: invented, friendly, and only about boxing. */

/** A moment of the demo bout, as recorded by its renderer. */
export type MomentKind = 'kick' | 'low_kick' | 'teep' | 'knee' | 'punch' | 'miss' | 'bell';

/** Unprompted lines. */
export const IDLE_LINES: readonly string[] = [
  'มาแล้ว ๆ ทันยกสามพอดี',
  'สวัสดีทุกคน ดูจากเชียงใหม่ครับ',
  'ดูจากหาดใหญ่จ้า เน็ตลื่นมาก',
  'ภาพชัดมากวันนี้ ไม่กระตุกเลย',
  'เสียงปี่เสียงกลองมาเต็ม ขนลุก',
  'คู่นี้สูสีจริง ๆ ดูแล้วไม่กล้าลุกไปไหน',
  'ใจเย็น ๆ ยังเหลืออีกสองยก',
  'แดงเดินบี้ไม่หยุดเลย',
  'น้ำเงินคุมระยะดีนะ ถอยแล้วสวนตลอด',
  'แดงต้องเข้าวงในให้มากกว่านี้',
  'น้ำเงินซ้ายหนัก ระวังลำตัวด้วย',
  'การ์ดน้ำเงินแน่นมาก เจาะยาก',
  'ยกนี้ใครได้คะแนนคะ หนูดูไม่ทัน',
  'ยกนี้ผมให้น้ำเงินนิดนึง อาวุธชัดกว่า',
  'ผมให้แดงนะ เดินตลอด',
  'พ่อครูข้างเวทีตะโกนเสียงหลงแล้ว',
  'นักมวยรุ่นใหม่ฝีมือดีทั้งคู่เลย',
  'ลูกชายนั่งดูด้วย อยากไปเรียนมวยแล้ว',
  'ใครอยู่หน้าเวทีบ้าง บรรยากาศเป็นไง',
  'กรรมการห้ามไวดี ไม่มีใครเจ็บหนัก',
  'สู้ ๆ ทั้งสองมุมนะ ฝีมือดีมาก',
  'ถ้าปล้ำกันเมื่อไหร่ แดงได้เปรียบแน่',
  'เตะซ้ายใส่แขนเรื่อย ๆ เดี๋ยวการ์ดก็ตก',
  'อยากให้แดงถีบกันไว้ก่อน แล้วค่อยเตะ',
  'Watching from London, the atmosphere is unreal',
  'Hello from Osaka! Love the music',
  'Red keeps walking forward, what an engine',
  'Blue’s timing is beautiful tonight',
  'Can someone explain how this round is scored?',
  'Balance and clean kicks count most, punches less',
  'Both corners look so relaxed, real craftsmen',
  'Is this the main event?',
  'Great stream, no lag at all here',
  'That sarama gets faster and so does my heart',
  'First time watching Muay Thai live, I’m hooked',
  'Blue should step off to the side more',
  'Red’s guard is high, go to the body!',
  'Even on points I think, close one',
];

/** Reactions to a moment. `{corner}` is the acting corner: แดง or น้ำเงิน, Red or Blue. */
export const REACTIONS: Readonly<Record<MomentKind, readonly string[]>> = {
  kick: [
    'เตะเข้าเต็ม ๆ ลำตัว โอ้โห',
    '{corner}เตะดังสนั่น ได้ยินถึงบ้าน',
    'ปี๊ก!! เข้าชายโครง',
    'สวย!! {corner}เตะซ้ายชัด ๆ',
    'โอ๊ยยย เจ็บแทน',
    'อาวุธชัด คะแนนมาแล้ว{corner}',
    'What a kick from {corner}!',
    'Ooof, right on the ribs',
    '{corner} lands clean, you could hear that one',
    'OEIII!!',
  ],
  low_kick: [
    'ตัดขาเข้าไปอีกหนึ่ง',
    '{corner}ตัดขาเรื่อย ๆ เดี๋ยวมีเดี้ยง',
    'ขาเริ่มแข็งแล้วนะนั่น',
    'That leg is going to hurt tomorrow',
    'Keep chopping the leg, {corner}!',
  ],
  teep: [
    '{corner}ถีบทีกระเด็นเลย',
    'ถีบสวย ระยะเป๊ะ',
    'ถีบกลางตัว จุกแน่',
    'Perfect teep!',
    '{corner} pushes him right across the ring',
  ],
  knee: [
    'เข่า!! เข่า!! เข่า!!',
    '{corner}เข่าเข้าเต็ม ๆ',
    'กอดแล้วตีเข่า ของจริง',
    'วงในสนุกมาก ไม่มีใครยอมใคร',
    'Knees in the clinch, this is Muay Thai',
    'Oei! Oei! Oei!',
  ],
  punch: ['หมัดเข้าหน้าพอดี', '{corner}สวนหมัดสวย', 'Nice counter from {corner}', 'Sharp hands!'],
  miss: [
    'หลบสวย!! เฉียดไปนิดเดียว',
    'หลังลมโบกเลยลูกนี้',
    'โอ้โห ก้านคอเฉียดหัว',
    'How did that miss?!',
    'Lean back like a master',
  ],
  bell: [
    'หมดยกแล้ว พักก่อน หายใจไม่ทัน',
    'ยกนี้มันส์มากกก',
    'เสียงระฆังช่วยไว้เลย',
    'What a round!!',
    'Respect, gloves touched. Love this sport',
  ],
};

const CORNER_WORDS = { red: { th: 'แดง', en: 'Red' }, blue: { th: 'น้ำเงิน', en: 'Blue' } } as const;

export type LineLanguage = 'th' | 'en';

/** Returns the language of a line or name: Thai if it contains a Thai letter. */
export const languageOf = (text: string): LineLanguage =>
  /[\u0e00-\u0e7f]/u.test(text) ? 'th' : 'en';

/** Fills in the corner in the language of the line. */
export function fillCorner(line: string, corner: 'red' | 'blue'): string {
  return line.replace('{corner}', CORNER_WORDS[corner][languageOf(line)]);
}

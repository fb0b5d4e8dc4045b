/**
 * The banned words of a new database: insults and obscenity in Thai, in Thai written with Latin letters, and in English;
 * then words that advertise betting. Operators change the list with `npm run chat -- words`. Changes of this file apply
 * to new databases only: existing ones need a migration.
 */
export const BANNED_WORDS: readonly string[] = [
  ...['ควย', 'หี', 'เย็ด', 'เหี้ย', 'สัด', 'สัส', 'แตด', 'เงี่ยน', 'อีกะหรี่', 'อีดอก', 'พ่อมึงตาย', 'แม่มึงตาย'],
  ...['ส้นตีน', 'ชาติหมา', 'ชาติชั่ว', 'ระยำ', 'ตอแหล', 'ไอ้มืด', 'อีเวร', 'ไอ้เวร'],
  ...['kuy', 'kuay', 'khuay', 'kvy', 'yedmae', 'yedmom', 'aihia', 'aisus', 'aisat'],
  ...['fuck*', 'motherfuck*', 'shit', 'shits', 'shitty', 'bullshit', 'bitch*', 'cunt*', 'asshole*'],
  ...['dickhead*', 'whore*', 'slut*', 'nigger*', 'nigga*', 'faggot*', 'retard*', 'rape', 'rapist*'],
  ...['pussy', 'wanker*', 'bastard*', 'cocksuck*'],
  ...['เว็บพนัน', 'แทงบอล', 'แทงมวย', 'บาคาร่า', 'สล็อต', 'เว็บตรง', 'เครดิตฟรี', 'คาสิโน'],
  ...['baccarat', 'ufabet*', 'sexyslot*', 'slotxo*', 'casino*'],
];

/** Innocent words that contain a banned word. */
export const INNOCENT_WORDS: readonly string[] = [
  ...['เหี่ยว', 'เหี้ยม', 'เหียน', 'เหียก', 'หีบ', 'หีด', 'มหีธร', 'สัดส่วน', 'สัดจอง', 'สัสดี', 'ตอแหลม'],
];

import { CAMP_COUNT, DIVISIONS, provinceAt } from './houses.ts';
import { sampleId, sampleRandom } from './sample-random.ts';

/** Ring names and nicknames by division, lightest first: `own name|Latin|nickname|Latin`. */
const FIGHTERS: readonly string[] = [
  `ฟ้าลั่นทุ่ง|Falanthung|ฟิล์ม|Film
   แมงปอเหล็ก|Maengpolek|แมงปอ|Maengpo
   จิ๋วแจ๋วดัง|Jiwjaewdang|จิ๋ว|Jiw
   ดาวกระจาย|Daokrajai|ดาว|Dao
   พลุไฟ|Phlufai|พลุ|Phlu
   กระจอกทอง|Krachokthong|จอก|Chok
   ลูกข่าง|Lukkhang|ข่าง|Khang`,
  `ขุนพลน้อย|Khunphonnoi|พล|Phon
   ลมหวนกลับ|Lomhuanklap|ลม|Lom
   ฟ้าคำรณ|Fakhamron|รณ|Ron
   หมัดมังคุด|Matmangkhut|คุด|Khut
   ฟ้าแลบ|Falaep|แลบ|Laep
   เข็มทิศ|Khemthit|เข็ม|Khem
   มดตะนอยไฟ|Mottanoifai|มด|Mot
   ทรายทอง|Saithong|ทราย|Sai`,
  `ก้องธรณี|Kongthorani|ก้อง|Kong
   ศรเพลิงนิล|Sonphloengnin|ศร|Son
   เสือเผ่นป่า|Sueaphenpa|เสือ|Suea
   กังหันลม|Kanghanlom|กัง|Kang
   เพชรใบหม่อน|Phetbaimon|หม่อน|Mon
   ยอดทับทิม|Yotthapthim|ยอด|Yot
   อินทนิลดง|Inthanindong|อิน|In`,
  `ขวานฟ้าใหญ่|Khwanfayai|ขวาน|Khwan
   หมอกเมฆา|Mokmekha|หมอก|Mok
   ช้างศึกแดง|Changsuekdaeng|ช้าง|Chang
   นาคราชดำ|Nakkharatdam|นาค|Nak
   มณีน้ำค้าง|Maninamkhang|มณี|Mani
   เจ้าสมุทรน้อย|Chaosamutnoi|สมุทร|Samut
   ดวงดีศรีตรัง|Duangdisitrang|ดวง|Duang
   พายุหมุน|Phayumun|พายุ|Phayu`,
  `เพชรน้ำหนึ่ง|Phetnamnueng|เพชร|Phet
   สิงห์ดำ|Singdam|สิงห์|Sing
   ทองร้อยชั่ง|Thongroichang|ทอง|Thong
   เหล็กน้ำพี้|Leknamphi|เหล็ก|Lek
   แสนคมดาบ|Saenkhomdap|แสน|Saen
   เขี้ยวตะวัน|Khiaotawan|เขี้ยว|Khiao
   จอมทัพเล็ก|Chomthaplek|จอม|Chom
   ภูผาหิน|Phuphahin|ภู|Phu`,
  `ขุนศึกดอน|Khunsuekdon|ดอน|Don
   เมฆินทร์|Mekhin|เมฆ|Mek
   ราชสีห์บก|Ratchasibok|ราช|Rat
   สะท้านดอย|Sathandoi|ดอย|Doi
   ค้อนเหล็กไหล|Khonleklai|ค้อน|Khon
   ไม้แดงป่า|Maidaengpa|แดง|Daeng
   เพลิงนาคา|Phloengnakha|เพลิง|Phloeng`,
  `ยักษ์วัดไทร|Yakwatsai|ยักษ์|Yak
   กำแพงหยก|Kamphaengyok|หยก|Yok
   คชสารงาดำ|Khotchasanngadam|คช|Khot
   ตะวันเดือด|Tawanduead|ตะวัน|Tawan
   โล่ทองคำ|Lothongkham|โล่|Lo
   ฟ้าผ่าไกล|Faphaklai|ไกล|Klai
   หินลับมีด|Hinlapmit|หิน|Hin`,
  `พญาครุฑทอง|Phayakhrutthong|ครุฑ|Khrut
   เรือนจักร|Rueanchak|จักร|Chak
   เสาเอก|Sao-ek|เอก|Ek
   มหาโชคดง|Mahachokdong|โชค|Chok
   คลื่นยักษ์ใต้|Khluenyaktai|คลื่น|Khluen
   ระฆังดัง|Rakhangdang|ดัง|Dang
   ขุนเขาใหญ่|Khunkhaoyai|เขา|Khao
   ธงชัยป่า|Thongchaipa|ธง|Thong`,
];

/** Gives the fighters of tonight's main event the camps of the design. */
const CAMP_SHIFT = 6;
const SHORTEST_CM = 156;
const CM_PER_DIVISION = 3.4;
const YOUNGEST_YEAR = 2007;
const YEARS = 12;

export interface SampleFighter {
  readonly fighter_id: string;
  readonly camp_id: string;
  readonly division_id: string;
  readonly name_th: string;
  readonly name_en: string;
  readonly nickname_th: string;
  readonly nickname_en: string;
  readonly province_th: string;
  readonly province_en: string;
  readonly stance: 'orthodox' | 'southpaw';
  readonly height_cm: number;
  readonly weight_pounds: number;
  readonly born_on: string;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function fighterOf(line: string, index: number, division: number): SampleFighter {
  const [name_th = '', name_en = '', nickname_th = '', nickname_en = ''] = line.trim().split('|');
  const random = sampleRandom(`fighter:${name_en}`);
  const upTo = (count: number): number => Math.floor(random() * count);
  const poundsMax = DIVISIONS[division]?.[1] ?? 0;
  return {
    fighter_id: sampleId(`fighter:${name_en}`),
    camp_id: sampleId(`camp:${(index + CAMP_SHIFT) % CAMP_COUNT}`),
    division_id: sampleId(`division:${division}`),
    name_th,
    name_en,
    nickname_th,
    nickname_en,
    ...provinceAt(upTo(1_000)),
    stance: random() < 0.27 ? 'southpaw' : 'orthodox',
    height_cm: Math.round(SHORTEST_CM + division * CM_PER_DIVISION + upTo(8)),
    weight_pounds: poundsMax - upTo(4),
    born_on: `${YOUNGEST_YEAR - upTo(YEARS)}-${twoDigits(1 + upTo(12))}-${twoDigits(1 + upTo(28))}`,
  };
}

/** Returns the fighters of each division, lightest division first. */
export function sampleFighters(): readonly (readonly SampleFighter[])[] {
  let index = 0;
  return FIGHTERS.map((lines, division) =>
    lines.split('\n').map((line) => fighterOf(line, index++, division)),
  );
}

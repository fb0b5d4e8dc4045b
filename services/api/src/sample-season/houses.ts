import { sampleId } from './sample-random.ts';

/** A name in Thai and in English. */
export type Name = readonly [th: string, en: string];

/** Parses lines of `th|en`. */
const names = (text: string): Name[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [th = '', en = ''] = line.trim().split('|');
      return [th, en];
    });

export const PROVINCES = names(`
  กรุงเทพมหานคร|Bangkok
  บุรีรัมย์|Buriram
  ขอนแก่น|Khon Kaen
  นครศรีธรรมราช|Nakhon Si Thammarat
  สุราษฎร์ธานี|Surat Thani
  เชียงใหม่|Chiang Mai
  อุบลราชธานี|Ubon Ratchathani
  นครราชสีมา|Nakhon Ratchasima
  ร้อยเอ็ด|Roi Et
  สุรินทร์|Surin
  ราชบุรี|Ratchaburi
  ชลบุรี|Chon Buri
  ตรัง|Trang
  น่าน|Nan
  กาฬสินธุ์|Kalasin
  พัทลุง|Phatthalung
  เพชรบูรณ์|Phetchabun
  ระยอง|Rayong
  สงขลา|Songkhla
  ลำปาง|Lampang
  ยโสธร|Yasothon
  จันทบุรี|Chanthaburi
  ชุมพร|Chumphon
  อุดรธานี|Udon Thani
`);

/** Camps with the index of their province in `PROVINCES`. All names of the sample are invented. */
const CAMPS: readonly (readonly [Name, number])[] = [
  [['ศิษย์พ่อขาว', 'Sit Por Khao'], 2],
  [['ค่ายเกาะสมุย', 'Koh Samui Camp'], 4],
  [['ศิษย์ครูดำ', 'Sit Kru Dam'], 9],
  [['ส.บ้านนาเรือง', 'Sor Bannaruang'], 6],
  [['เกียรติทุ่งทอง', 'Kiat Thungthong'], 1],
  [['ลูกโคกมะพร้าว', 'Luk Khokmaphrao'], 11],
  [['ต.ธารสวรรค์', 'Tor Tharnsawan'], 13],
  [['ศักดิ์ห้วยแก้ว', 'Sak Huaykaew'], 5],
  [['ช.เมืองน่านฟ้า', 'Chor Mueangnanfa'], 13],
  [['พ.เขาเงิน', 'Por Khaongoen'], 22],
  [['วังปลาทูยิม', 'Wang Platu Gym'], 10],
  [['ดาบเหล็กมวยไทย', 'Dap Lek Muay Thai'], 0],
];

export const DIVISIONS: readonly (readonly [name: Name, poundsMax: number])[] = [
  [['มินิฟลายเวต', 'Mini Flyweight'], 105],
  [['ฟลายเวต', 'Flyweight'], 112],
  [['แบนตัมเวต', 'Bantamweight'], 118],
  [['เฟเธอร์เวต', 'Featherweight'], 126],
  [['ไลต์เวต', 'Lightweight'], 135],
  [['เวลเตอร์เวต', 'Welterweight'], 147],
  [['มิดเดิลเวต', 'Middleweight'], 160],
  [['ไลต์เฮฟวีเวต', 'Light Heavyweight'], 175],
];

const PROMOTIONS = names(`
  ศึกเพชรสังเวียน|Phet Sangwian
  ศึกจ้าวพายุ|Chao Phayu
  ศึกรวงข้าวทอง|Ruang Khao Thong
  ศึกเรือใบสยาม|Ruea Bai Siam
`);

const STADIUMS: readonly (readonly [Name, number])[] = [
  [['เวทีมวยท่าน้ำนิล', 'Tha Nam Nin Stadium'], 0],
  [['สนามมวยดอยแสงเหนือ', 'Doi Saeng Nuea Arena'], 5],
  [['สนามมวยอ่าวทรายเงิน', 'Ao Sai Ngoen Stadium'], 4],
  [['สนามมวยทุ่งแสงจันทร์', 'Thung Saengchan Stadium'], 2],
];

const provinceOf = (place: number) => {
  const [province_th, province_en] = PROVINCES[place % PROVINCES.length] ?? ['', ''];
  return { province_th, province_en };
};

export const campRows = () =>
  CAMPS.map(([[name_th, name_en], place], index) => ({
    camp_id: sampleId(`camp:${index}`),
    name_th,
    name_en,
    ...provinceOf(place),
  }));

export const divisionRows = () =>
  DIVISIONS.map(([[name_th, name_en], weight_pounds_max], index) => ({
    division_id: sampleId(`division:${index}`),
    name_th,
    name_en,
    weight_pounds_max,
  }));

export const promotionRows = () =>
  PROMOTIONS.map(([name_th, name_en], index) => ({
    promotion_id: sampleId(`promotion:${index}`),
    name_th,
    name_en,
  }));

export const stadiumRows = () =>
  STADIUMS.map(([[name_th, name_en], place], index) => ({
    stadium_id: sampleId(`stadium:${index}`),
    name_th,
    name_en,
    ...provinceOf(place),
  }));

export const CAMP_COUNT = CAMPS.length;
export const PROMOTION_COUNT = PROMOTIONS.length;
export const promotionName = (index: number): Name =>
  PROMOTIONS[index % PROMOTIONS.length] ?? ['', ''];
export const provinceAt = provinceOf;

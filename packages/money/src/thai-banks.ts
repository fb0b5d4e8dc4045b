export interface ThaiBank {
  readonly en: string;
  readonly th: string;
}

/** Banks by their Bank of Thailand code, as in slips and transfers. */
const THAI_BANKS: Readonly<Record<string, ThaiBank>> = {
  '002': { en: 'Bangkok Bank', th: 'ธนาคารกรุงเทพ' },
  '004': { en: 'Kasikornbank', th: 'ธนาคารกสิกรไทย' },
  '006': { en: 'Krungthai Bank', th: 'ธนาคารกรุงไทย' },
  '011': { en: 'TMBThanachart Bank', th: 'ธนาคารทหารไทยธนชาต' },
  '014': { en: 'Siam Commercial Bank', th: 'ธนาคารไทยพาณิชย์' },
  '022': { en: 'CIMB Thai Bank', th: 'ธนาคารซีไอเอ็มบี ไทย' },
  '024': { en: 'United Overseas Bank (Thai)', th: 'ธนาคารยูโอบี' },
  '025': { en: 'Bank of Ayudhya (Krungsri)', th: 'ธนาคารกรุงศรีอยุธยา' },
  '030': { en: 'Government Savings Bank', th: 'ธนาคารออมสิน' },
  '033': { en: 'Government Housing Bank', th: 'ธนาคารอาคารสงเคราะห์' },
  '034': {
    en: 'Bank for Agriculture and Agricultural Cooperatives',
    th: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร',
  },
  '052': { en: 'Bank of China (Thai)', th: 'ธนาคารแห่งประเทศจีน (ไทย)' },
  '066': { en: 'Islamic Bank of Thailand', th: 'ธนาคารอิสลามแห่งประเทศไทย' },
  '067': { en: 'TISCO Bank', th: 'ธนาคารทิสโก้' },
  '069': { en: 'Kiatnakin Phatra Bank', th: 'ธนาคารเกียรตินาคินภัทร' },
  '070': { en: 'ICBC (Thai)', th: 'ธนาคารไอซีบีซี (ไทย)' },
  '071': { en: 'Thai Credit Bank', th: 'ธนาคารไทยเครดิต' },
  '073': { en: 'Land and Houses Bank', th: 'ธนาคารแลนด์ แอนด์ เฮ้าส์' },
};

/** Returns the bank of a three-digit code; `null` for an unknown code. */
export const findThaiBank = (code: string): ThaiBank | null =>
  Object.hasOwn(THAI_BANKS, code) ? (THAI_BANKS[code] ?? null) : null;

/** Texts of the partner's page. */
export interface PartnerWords {
  readonly title: string;
  readonly note: string;
  readonly intro: string;
  readonly who: string;
  readonly whoNote: string;
  readonly where: string;
  readonly purchase: string;
  readonly watch: string;
  readonly watchNote: string;
  readonly seal: string;
  readonly sealNote: string;
  readonly sealed: string;
  readonly sealedNote: string;
  readonly open: string;
  readonly address: string;
  readonly until: string;
  readonly back: string;
  readonly refused: string;
  readonly buyTitle: string;
  readonly buyNote: string;
  readonly packages: string;
  readonly package: (coins: string, bonus: string | null, baht: string) => string;
  readonly buy: string;
  readonly bought: string;
  readonly boughtNote: string;
  readonly order: string;
  readonly coins: string;
  readonly bill: string;
  readonly balance: string;
  readonly places: { readonly lives: string; readonly live: string; readonly home: string };
  readonly other: { readonly lang: 'th' | 'en'; readonly label: string };
}

export const PARTNER_WORDS: Readonly<Record<'TH' | 'EN', PartnerWords>> = {
  EN: {
    title: 'Lumphu Play',
    note: 'This is a sandbox: an invented partner whose members watch Sangwian. Nothing here is real.',
    intro:
      'You are signed in at Lumphu Play. Its server signs you in at Sangwian with its own key; there is no password there.',
    who: 'Choose a member',
    whoNote: 'Sangwian creates the account at the first visit.',
    where: 'Where the sealed link leads',
    purchase: 'Allow one purchase of coins charged to Lumphu Play, up to 500.00 baht',
    watch: 'Watch Muay Thai',
    watchNote: 'Signs in server to server, then opens the list of lives.',
    seal: 'Make a sealed link',
    sealNote: 'For a chat or an e-mail: signs in the first person who opens it within 12 hours.',
    sealed: 'The sealed link',
    sealedNote: 'It opens once. Open it a second time to see the message for a used link.',
    open: 'Open the link',
    address: 'Address',
    until: 'Valid until',
    back: 'Back to Lumphu Play',
    refused: 'Sangwian refused the request',
    buyTitle: 'Coins charged to Lumphu Play',
    buyNote: 'For the member chosen above. The server allows one purchase at this price.',
    packages: 'Coin package',
    package: (coins, bonus, baht) =>
      `${coins} coins${bonus === null ? '' : ` (${bonus} of them free)`} · ${baht} baht`,
    buy: 'Buy coins',
    bought: 'Coins received',
    boughtNote: 'No money moved here: Lumphu Play owes the amount to Sangwian.',
    order: 'Order',
    coins: 'Coins',
    bill: 'Charged to the partner',
    balance: 'Wallet balance in coins',
    places: { lives: 'The list of lives', live: 'The live that is on now', home: 'The home page' },
    other: { lang: 'th', label: 'ภาษาไทย' },
  },
  TH: {
    title: 'ลำพูเพลย์',
    note: 'นี่คือระบบจำลอง ลำพูเพลย์เป็นพาร์ตเนอร์สมมติที่สมาชิกดูมวยบนสังเวียนได้ ไม่มีสิ่งใดเป็นของจริง',
    intro:
      'คุณเข้าสู่ระบบของลำพูเพลย์แล้ว เซิร์ฟเวอร์ของลำพูเพลย์จะพาคุณเข้าสังเวียนด้วยกุญแจของตัวเอง โดยไม่ต้องมีรหัสผ่าน',
    who: 'คุณคือใครในลำพูเพลย์',
    whoNote: 'สังเวียนจะรู้จักคุณตั้งแต่ครั้งแรกที่เข้าชม',
    where: 'ลิงก์ปิดผนึกพาไปที่',
    purchase: 'ซื้อเหรียญโดยให้ลำพูเพลย์จ่ายได้หนึ่งครั้ง ไม่เกิน 500.00 บาท',
    watch: 'ดูมวยสด',
    watchNote: 'เซิร์ฟเวอร์พาเข้าสู่ระบบ แล้วเปิดรายการถ่ายทอดสด',
    seal: 'สร้างลิงก์ปิดผนึก',
    sealNote: 'สำหรับส่งทางแชตหรืออีเมล ผู้ที่เปิดเป็นคนแรกภายใน 12 ชั่วโมงจะเข้าสู่ระบบได้',
    sealed: 'ลิงก์ปิดผนึก',
    sealedNote: 'เปิดได้ครั้งเดียว ลองเปิดซ้ำเพื่อดูข้อความของลิงก์ที่ใช้ไปแล้ว',
    open: 'เปิดลิงก์',
    address: 'ที่อยู่',
    until: 'ใช้ได้ถึง',
    back: 'กลับไปลำพูเพลย์',
    refused: 'สังเวียนไม่อนุญาต',
    buyTitle: 'ซื้อเหรียญโดยให้ลำพูเพลย์จ่าย',
    buyNote: 'ซื้อให้สมาชิกที่เลือกไว้ด้านบน เซิร์ฟเวอร์ของลำพูเพลย์อนุญาตเฉพาะครั้งนี้และราคานี้',
    packages: 'แพ็กเกจเหรียญ',
    package: (coins, bonus, baht) =>
      `${coins} เหรียญ${bonus === null ? '' : ` (ฟรี ${bonus} เหรียญ)`} · ${baht} บาท`,
    buy: 'ซื้อเหรียญ',
    bought: 'ได้รับเหรียญแล้ว',
    boughtNote: 'ไม่ต้องจ่ายเงินที่นี่ ลำพูเพลย์จะชำระให้สังเวียนภายหลัง',
    order: 'คำสั่งซื้อ',
    coins: 'เหรียญ',
    bill: 'เรียกเก็บจากลำพูเพลย์',
    balance: 'เหรียญในกระเป๋าตอนนี้',
    places: { lives: 'รายการถ่ายทอดสด', live: 'คู่ที่กำลังถ่ายทอดสด', home: 'หน้าแรก' },
    other: { lang: 'en', label: 'English' },
  },
};

import type { Language } from '@sangwian/contract/endpoints/member';
import type { ChatMessageId, MemberId } from '@sangwian/contract/ids';
import { sampleId } from './sample-random.ts';

export const FAN_PASSWORD = 'ringside1';
export const FAN_COINS = 2_000;

interface Fan {
  readonly memberId: MemberId;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'male' | 'female' | 'unspecified';
  readonly birthDate: string;
  readonly language: Language;
}

const PEOPLE: readonly (readonly [string, string, Fan['gender'], string, Language])[] = [
  ['วิทยา', 'ศรีสุขใส', 'male', '1989-04-12', 'TH'],
  ['มิ้นท์', 'แสงทองดี', 'female', '1997-09-30', 'TH'],
  ['สมชาย', 'ใจกล้าหาญ', 'male', '1978-01-05', 'TH'],
  ['Ploy', 'Wattanasiri', 'female', '1995-06-18', 'EN'],
  ['ต้น', 'บุญมาเมืองพล', 'male', '1992-11-02', 'TH'],
  ['ศรี', 'พูนผลดี', 'female', '1961-08-21', 'TH'],
  ['Nok', 'Charoenphan', 'unspecified', '2000-02-14', 'EN'],
  ['James', 'Harlow', 'male', '1986-12-09', 'EN'],
  ['โอ๊ต', 'ธารทองคำ', 'male', '1999-03-27', 'TH'],
];

/** The nine fans who can sign in with `FAN_PASSWORD`. */
export const FANS: readonly Fan[] = PEOPLE.map(
  ([firstName, lastName, gender, birthDate, language], index) => ({
    memberId: sampleId(`fan:${index + 1}`) as MemberId,
    phone: `081234500${index + 1}`,
    firstName,
    lastName,
    gender,
    birthDate,
    language,
  }),
);

/** Chat lines, by the index of the fan in `PEOPLE`. */
const CHAT_LINES: readonly (readonly [fan: number, text: string])[] = [
  [0, 'มาแล้ว ๆ ทันคู่เอกพอดี'],
  [2, 'คู่นี้รอมาทั้งอาทิตย์'],
  [7, 'Evening everyone, watching from Leeds'],
  [3, 'Picture is so clear tonight'],
  [4, 'แดงเดินบี้ตลอดเลย'],
  [8, 'น้ำเงินคุมจังหวะดีกว่านะ'],
  [1, 'กติกายก 5 ให้คะแนนยังไงคะ'],
  [5, 'สู้ ๆ ทั้งคู่นะลูก ฝีมือดีทั้งสองมุม'],
  [6, 'เสียงกลองมันส์มาก 🥁'],
  [2, 'ยกสองให้น้ำเงิน แต่ใกล้กันมาก'],
  [7, 'What a left kick!'],
  [4, 'แดงต้องปล้ำแล้ว อย่ายืนแลก'],
  [8, 'เตะซ้ายเข้าเต็ม ๆ ปี๊ก ๆ'],
  [3, 'Red is coming back 🔥'],
  [0, 'ยกนี้ให้แดง เข่าสวยมาก'],
];

const SECONDS_APART = 37;

export interface SampleLine {
  readonly chatMessageId: ChatMessageId;
  readonly memberId: MemberId;
  readonly memberName: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** Returns a short chat before `now`, oldest line first. */
export const chatBefore = (now: Date): SampleLine[] =>
  CHAT_LINES.flatMap(([place, text], index) => {
    const fan = FANS[place];
    if (fan === undefined) return [];
    return [
      {
        chatMessageId: sampleId(`chat:${index}`) as ChatMessageId,
        memberId: fan.memberId,
        memberName: fan.firstName,
        text,
        sentAt: new Date(now.getTime() - (CHAT_LINES.length - index) * SECONDS_APART * 1_000),
      },
    ];
  });

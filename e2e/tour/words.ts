import { beginning, wordsOf } from '../support/words.ts';

/** Texts of the pages that the tour presses or waits for. */
export const TOUR_WORDS = wordsOf({
  register: 'Register',
  red: beginning('Red corner'),
  blue: 'Blue corner',
  cheerBlue: 'Cheer blue',
  sendGift: 'Send a gift',
  flask: { TH: /^กระติกน้ำ/, EN: /^Water flask/ },
  cheer: { TH: /^ส่งเชียร์/, EN: /^Cheer for/ },
  message: { TH: 'ข้อความ', EN: 'Message' },
  send: 'Send',
  supporters: 'Supporters',
  result: 'Result',
  backToChat: 'Back to the chat',
  confirmSheet: 'Confirm',
  confirmed: beginning('Confirmed at {time}. You can change it until the first bout begins.'),
  follow: beginning('Follow {name}'),
  following: beginning('Following {name}'),
});

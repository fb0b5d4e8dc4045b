/** Words and phrases from lists of common passwords, and words that an attacker of this site would try. */
const COMMON = new Set(
  `passwordpassword passwordadmin adminpassword administrator adminadmin letmeinletmein welcomewelcome
  iloveyouforever iloveyouiloveyou qwertyqwerty superadmin superadministrator changemenow changemeplease
  trustno1trustno1 correcthorsebatterystaple sangwiansangwian sangwianadmin sangwianowner muaythaimuaythai
  thailandthailand bangkokbangkok mypasswordis thisismypassword passwordisthis secretsecret rootrootroot
  masterpassword princessprincess footballfootball sunshinesunshine liverpoolfc manchesterunited`.split(
    /\s+/,
  ),
);
/** Sequences of keys and characters that people type instead of a password. */
const RUNS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujm',
  '!@#$%^&*()_+',
];
const UNIT_CHARS_MAX = 4;

/** Whether a text is a short unit repeated: `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= UNIT_CHARS_MAX; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Whether a password, although long enough, is among the first that attackers try. */
export function isPredictablePassword(password: string): boolean {
  const plain = password.toLowerCase().replace(/\s/g, '');
  // Digits and special characters around a common word add no protection.
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return (
    COMMON.has(plain) ||
    COMMON.has(word) ||
    isRepetition(plain) ||
    RUNS.some((run) => run.includes(plain))
  );
}

/** Every limit that both sides of the wire have to agree on. Units stand last in the name. */
export const LIMITS = {
  apiTimeoutMs: 30_000,
  bodyBytesMax: 64 * 1024,
  uploadBytesMax: 5 * 1024 * 1024,
  /** What a provider tells at a time. */
  webhookBytesMax: 256 * 1024,
  listDefault: 20,
  listMax: 100,
  cursorCharsMax: 256,
  /** Counted as a reader counts: one emoji family is one, a Thai syllable's marks belong to their letter. */
  chatCharsMax: 200,
  /** The same in UTF-16 units, as it is sent and as it is kept, so that a line has a size. */
  chatUnitsMax: 1_000,
  chatHistoryMax: 100,
  /** Between two lines of a member, where nothing else was set for the live. */
  chatSlowModeMs: 3_000,
  chatSlowModeSMax: 3_600,
  /** What a moderator may do from the page; operators may do more. */
  chatTimeoutMinutesMax: 24 * 60,
  /** Of what was removed the newest are told again to who comes back. */
  chatRemovedMax: 300,
  /** A resuming client further behind than this many lines gets a snapshot instead. */
  chatResumeMax: 200,
  chatPerTickMax: 20,
  tickMs: 200,
  watchSilenceMs: 45_000,
  /** Whoever has no socket left for so long is no longer counted. Longer than the media process takes to tell who fetches. */
  watchGoneMs: 7_000,
  watchBeatMs: 15_000,
  grantHoursMax: 12,
  socketFrameBytesMax: 64 * 1024,
  /** A password is longer than this. */
  passwordCharsOver: 6,
  passwordCharsMax: 128,
  nameCharsMax: 60,
  phoneCharsMax: 20,
  emailCharsMax: 254,
  ageYearsMin: 13,
  otpDigits: 6,
  otpMinutes: 5,
  otpTriesMax: 5,
  otpResendS: 60,
  /** Of a proof of work, where many OTPs are asked for. */
  otpChallengeCharsMax: 100,
  /** How long what an OTP or a PIN opened stays open. */
  otpTokenMinutes: 10,
  pinDigits: 6,
  avatarPx: 512,
  /** A sign-in younger than this proves who deletes an account. */
  freshSignInMinutes: 10,
  /** How long the law has traffic data kept of an account that was deleted. */
  trafficDaysKept: 90,
  handoverHoursMax: 12,
  giftQuantityMax: 99,
  /** Of more gifts in a tick the newest are shown one by one; the bar counts all. */
  giftsPerTickMax: 20,
  leaderboardMax: 50,
  /** Programmes of the prediction game that are shown at a time. */
  predictProgramsMax: 5,
  predictPicksMax: 40,
  redeemCodeCharsMax: 64,
  /** A custom amount, in base coins. */
  customCoinsMin: 20,
  customCoinsMax: 50_000,
  /** Who buys coins is at least so old, or has a parent's consent recorded. */
  buyerAgeYearsMin: 20,
  searchCharsMax: 100,
  programDaysMax: 100,
  /** Cards and bouts that a member is reminded of at a time. */
  remindersMax: 200,
  pushEndpointCharsMax: 1_000,
  pushKeyCharsMax: 120,
  /** Orders of one member that are not ended. */
  openOrdersMax: 10,
} as const;

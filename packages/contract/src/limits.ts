/** Limits that client and server share. Each name ends with its unit. */
export const LIMITS = {
  apiTimeoutMs: 30_000,
  bodyBytesMax: 64 * 1024,
  uploadBytesMax: 5 * 1024 * 1024,
  /** Size of one webhook. */
  webhookBytesMax: 256 * 1024,
  listDefault: 20,
  listMax: 100,
  timeCharsMax: 40,
  cursorCharsMax: 256,
  /** Counted in graphemes: an emoji family is one, and Thai marks belong to their letter. */
  chatCharsMax: 200,
  /** The same message in UTF-16 units, which bounds its size on the wire and in the database. */
  chatUnitsMax: 1_000,
  /** The excerpt of the message that another message answers. */
  chatReplyUnitsMax: 120,
  chatHistoryMax: 100,
  chatPinCharsMax: 200,
  /** Long enough to read twice, and short enough to clear the video before the next exchange is over. */
  announcementS: 20,
  /** Two lines over the video on a phone. */
  announcementCharsMax: 120,
  /** Time between two messages of a member, unless the live has its own setting. */
  chatSlowModeMs: 3_000,
  chatSlowModeSMax: 3_600,
  /** Longest timeout that a moderator can set from the page; operators can set longer ones. */
  chatTimeoutMinutesMax: 24 * 60,
  /** Removed messages that a resuming client receives, the newest. */
  chatRemovedMax: 300,
  /** A client that is more messages behind receives a snapshot instead of a resume. */
  chatResumeMax: 200,
  chatPerTickMax: 20,
  /** Members whose lines one member can hide for good; the list travels with every join. */
  chatBlocksMax: 500,
  /** Messages of one member in one live that wait for review: more would fill the moderators' queue. */
  chatHeldPerMemberMax: 3,
  /** A message that waited longer for review would answer something that is long past. */
  chatHeldMinutesMax: 10,
  /** Longest shield mode: the length of an evening of fights. */
  chatShieldMinutesMax: 6 * 60,
  /** Longest time on the site that shield mode can require: a week. */
  chatShieldMemberMinutesMax: 7 * 24 * 60,
  /** A few sentences: why a member thinks that a timeout is wrong. */
  chatAppealCharsMax: 500,
  /** A page of text: what happened before a suspension or a ban. */
  accountAppealCharsMax: 1_000,
  /** More suspensions and bans of one year than a member has to read. */
  ownSanctionsShownMax: 20,
  /** Time to write an appeal after a refused sign-in. */
  appealTokenMinutes: 30,
  /** Why an operator acts: a sentence that a colleague understands in a year. */
  chatWhyCharsMax: 500,
  chatWordCharsMax: 60,
  /** Thirty days; longer exclusions are bans. */
  chatOperatorTimeoutMinutesMax: 30 * 24 * 60,
  /** A sentence or two: what the reporter saw, for a moderator with a queue. */
  chatReportNoteCharsMax: 300,
  tickMs: 200,
  /** Reactions of a live are sent as one sum at most this often. */
  reactionMs: 250,
  watchSilenceMs: 45_000,
  /**
   * A viewer without a socket for this long is no longer counted. Longer than the media process takes to report
   * viewers.
   */
  watchGoneMs: 7_000,
  watchBeatMs: 15_000,
  /** How often a page is sent the number of viewers. */
  viewerCountMs: 1_000,
  grantHoursMax: 12,
  socketFrameBytesMax: 64 * 1024,
  /** A headline of a poster. */
  programmeTitleCharsMax: 100,
  /** Bouts of one card: an evening of six hours has about fifteen, and a festival day fewer than this. */
  cardBoutsMax: 40,
  /** A file of 20 000 fighters; a Thai letter has three bytes. */
  fighterCsvBytesMax: 8 * 1024 * 1024,
  /** Names and nicknames, as the imported files have them. */
  placeNameCharsMax: 100,
  provinceCharsMax: 60,
  channelCharsMax: 63,
  /** More working keys of one channel than it has encoders and spare ones. */
  streamKeysMax: 20,
  /** Each target takes the bandwidth of the stream once more. */
  restreamTargetsMax: 5,
  restreamNameCharsMax: 60,
  restreamUrlCharsMax: 300,
  restreamKeyCharsMax: 256,
  /** A password has more characters than this. */
  passwordCharsOver: 6,
  passwordCharsMax: 128,
  nameCharsMax: 60,
  /** Counted in graphemes: a Thai letter and its marks are one. */
  nicknameCharsMin: 2,
  nicknameCharsMax: 24,
  nicknameUnitsMax: 96,
  /** A nickname can change once in this many days. */
  nicknameDays: 7,
  phoneCharsMax: 20,
  emailCharsMax: 254,
  ageYearsMin: 13,
  otpDigits: 6,
  otpMinutes: 5,
  otpTriesMax: 5,
  otpResendS: 60,
  /** Length of a proof-of-work challenge, required while many OTPs are requested. */
  otpChallengeCharsMax: 100,
  /** Lifetime of a token obtained with an OTP or a PIN. */
  otpTokenMinutes: 10,
  pinDigits: 6,
  avatarPx: 512,
  /** A sign-in younger than this is proof enough to delete the account. */
  freshSignInMinutes: 10,
  /** Days for which the law requires the traffic data of a deleted account. */
  trafficDaysKept: 90,
  handoverHoursMax: 12,
  giftQuantityMax: 99,
  /** Gifts of one tick that are shown individually, the newest; the bar counts all. */
  giftsPerTickMax: 20,
  leaderboardMax: 50,
  /** Cards of the prediction game shown at a time. */
  predictProgramsMax: 5,
  predictPicksMax: 40,
  redeemCodeCharsMax: 64,
  /** A custom amount, in base coins. */
  customCoinsMin: 20,
  customCoinsMax: 50_000,
  /** Minimum age to buy coins without a recorded consent of a parent. */
  buyerAgeYearsMin: 20,
  searchCharsMax: 100,
  /** Results of each kind in the search of the top bar. */
  searchGroupMax: 5,
  programDaysMax: 100,
  /** Cards and bouts with a reminder per member. */
  remindersMax: 200,
  /** Fighters, gyms and promotions that one member follows. */
  followsMax: 300,
  /** Two screens of a phone. */
  followedBoutsMax: 12,
  /** Unread notices are counted up to this number, which clients show as `99+`. */
  noticesCountedMax: 100,
  noticeDaysKept: 90,
  pushEndpointCharsMax: 1_000,
  pushKeyCharsMax: 120,
  /** Open orders per member. */
  openOrdersMax: 10,
  /** Limits that members set on what they buy: from 20 baht to a million. */
  spendingLimitSatangMin: 2_000,
  spendingLimitSatangMax: 100_000_000,
  /** An order number with spaces and hyphens. */
  orderNumberCharsMax: 64,
  /** A reason of staff: a few sentences. */
  operatorReasonCharsMax: 500,
  /** A gift's name has to fit on its button on a phone. */
  giftNameCharsMax: 40,
  giftCoinsMax: 100_000,
  /** More gifts than a fan would scroll through. */
  giftsMax: 100,
  /** A million baht. */
  packageSatangMax: 100_000_000,
  /** A hundred baht for one coin. */
  customCoinSatangMax: 10_000,
  /** More currencies than there are. */
  ratesMax: 300,
  rateSourceCharsMax: 100,
  /** The longest code that can be redeemed, and the longest name of a batch. */
  codeCharsMax: 64,
  /** A batch is one statement of the database and one file. */
  codesPerBatchMax: 10_000,
  codeCoinsMax: 1_000_000,
  codeUsesMax: 1_000_000_000,
  partnerNameCharsMax: 100,
  /** Ten thousand million baht: more than any partner sells in a day. */
  partnerSatangPerDayMax: 1_000_000_000_000,
  /** Active keys; a partner that rotates its key has two of them. */
  partnerKeysMax: 8,
  partnerKeyIdCharsMax: 128,
  /** An RSA key of 16384 bits in base64url. */
  partnerJwkCharsMax: 4_000,
  /** Rows of one bulk action of staff: a screenful, so that it ends within seconds. */
  bulkRowsMax: 50,
  /** The longest name of a background task, with room. */
  jobTaskCharsMax: 100,
  /** Days of one money report: a year and the days around it. */
  reportDaysMax: 400,
  /** A second factor younger than this is proof enough for a sensitive act of staff. */
  staffProofMinutesMax: 5,
  /** Why a part of the site is off: two lines on a phone. */
  switchReasonCharsMax: 160,
  /** The notice above every page: three lines on a phone, above everything else that a fan came for. */
  noticeCharsMax: 200,
  /** The reason that an operator gives for a change. */
  reasonCharsMax: 500,
  /** Longer than six characters: this password opens the whole house (ASVS 5). */
  staffPasswordCharsMin: 12,
  /** A recovery code with its hyphens and some blanks. */
  staffCodeCharsMax: 32,
  /** 256 bits in base64url are 43 characters. */
  staffLinkTokenCharsMax: 64,
  staffReasonCharsMax: 500,
  /** A suspension by a moderator: a week. What is longer is a ban, which an owner decides. */
  suspensionHoursMax: 168,
  /** Evidence of a sanction: links, numbers of orders, quoted lines. */
  evidenceCharsMax: 1_000,
  /** One adjustment, also by two persons: more is a mistake of the keyboard. */
  adjustmentCoinsMax: 1_000_000,
  /** Adjustments of one person that wait for another. */
  openAdjustmentsMax: 20,
  /** More programs than one person runs. */
  staffTokensMax: 20,
  /** A token of a program is renewed once a year at least. */
  staffTokenDaysMax: 365,
  /** More phones, computers and keys than one person carries. */
  staffPasskeysMax: 10,
  /** A device and its place: "MacBook at the ring". */
  passkeyNameCharsMax: 60,
  /** One part of an authenticator's answer in base64url; an attestation with its certificates has about 6 kB. */
  passkeyPartCharsMax: 8_000,
  passkeyTransportsMax: 10,
  passkeyTransportCharsMax: 32,
} as const;

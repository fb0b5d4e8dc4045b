import { beginning, counted, filled, refusal, wordsOf } from './words.ts';

/** Texts of the coin store and of the order pages on a desktop. */
export const STORE_WORDS = wordsOf({
  choosePay: 'Choose how to pay',
  goOn: 'Continue',
  pay: beginning('Pay ฿{price}'),
  card: beginning('Credit or debit card'),
  promptpay: beginning('PromptPay QR', 'Scan with any Thai banking app'),
  promptpaySlip: beginning('PromptPay QR with slip'),
  truemoney: beginning('TrueMoney Wallet'),
  alipay: beginning('Alipay'),
  wechat: beginning('WeChat Pay'),
  bankTransfer: beginning('Bank transfer'),
  paypal: beginning('PayPal'),
  number: 'Card number',
  expiry: 'Expiry date',
  code: 'Security code',
  name: 'Name on the card',
  numberInvalid: 'Please check the card number',
  expired: 'This card has expired',
  confirm: 'Confirm the order',
  received: 'Payment received',
  failed: 'The deduction failed',
  noMoney: 'There is not enough money on this card or account.',
  verification:
    'Verification takes about 2 to 10 minutes. Your coins arrive automatically; you can leave this page.',
  tryAgain: 'Try again',
  goOnPaying: 'Continue paying',
  sendSlip: 'I have paid: send the slip',
  send: 'Send the slip',
  inWallet: counted(
    '{coins, plural, one {# coin is in your wallet.} other {# coins are in your wallet.}}',
    '510',
  ),
  slipUsed: refusal('slip_used'),
  copied: 'Copied',
  redeem: 'Redeem a code',
  redeemed: {
    EN: filled('You got {coins}', { coins: '100 coins' }).EN,
    TH: filled('You got {coins}', { coins: '100 เหรียญ' }).TH,
  },
  usedAlready: refusal('redeem_already_used'),
  logIn: 'Log in to top up coins',
  custom: beginning('Another amount'),
  coins: 'Coins',
  range: filled('From {least} to {most} coins', { least: '20', most: '50,000' }),
  done: 'Done',
});

export type StoreWords = (typeof STORE_WORDS)['TH' | 'EN'];

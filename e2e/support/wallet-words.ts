import { beginning, counted, filled, wordsOf } from './words.ts';

/** Texts of the checkout on a phone. */
export const WALLET_WORDS = wordsOf({
  choosePay: 'Choose how to pay',
  pay: filled('Pay ฿{price}', { price: '1,000.00' }),
  promptpay: beginning('PromptPay QR', 'Scan with any Thai banking app'),
  promptpaySlip: beginning('PromptPay QR with slip'),
  truemoney: beginning('TrueMoney Wallet'),
  code: filled('QR code to pay {amount}', { amount: '฿1,000.00' }),
  save: 'Save picture',
  goOn: 'Continue paying',
  received: 'Payment received',
  inWallet: counted(
    '{coins, plural, one {# coin is in your wallet.} other {# coins are in your wallet.}}',
    '1,030',
  ),
  verification:
    'Verification takes about 2 to 10 minutes. Your coins arrive automatically; you can leave this page.',
  failed: 'The deduction failed',
  tryAgain: 'Try again',
  over: 'The payment time is up',
  chooseAgain: 'Choose again',
  sendSlip: 'I have paid: send the slip',
  send: 'Send the slip',
  slipPicture: 'Picture of the slip',
  cancel: 'Cancel this order',
  cancelSure: 'Cancel the order',
  cancelled: 'Cancelled',
  receipt: 'Receipt',
  details: 'Details',
  bought: 'Coins bought',
  bonus: 'Bonus coins',
  payments: 'Payments',
  unsaved: 'Unable to save QR Code.',
  balance: counted('{coins, plural, one {# coin} other {# coins}}', '1,030'),
  missing: 'Order not found',
});

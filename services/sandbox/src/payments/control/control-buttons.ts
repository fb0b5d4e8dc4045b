import type { ActionName } from './control-actions.ts';
import type { PaymentView } from './desk.ts';

/** A button of the control page with its action. */
export interface ControlButton {
  readonly name: string;
  readonly label: string;
  readonly action: ActionName;
  readonly input: (payment: PaymentView) => object;
  /** Whether to show the button for a payment; the account may still refuse. */
  readonly fits: (payment: PaymentView) => boolean;
}

const OTHER_SATANG = 100;
const MANY_COPIES = 100;

const OPEN = ['pending', 'CREATED', 'PAYER_ACTION_REQUIRED', 'PENDING'];
const LOST = ['failed', 'expired', 'VOIDED'];
const PAID = ['successful', 'COMPLETED'];

const isOpen = ({ status }: PaymentView): boolean => OPEN.includes(status);
const isPaid = ({ status }: PaymentView): boolean => PAID.includes(status);
const isDisputed = ({ dispute }: PaymentView): boolean =>
  dispute !== null && ['open', 'OPEN'].includes(dispute);
/** Whether the provider has sent webhooks. PayPal sends none before the payer approves. */
const hasWebhooks = ({ status }: PaymentView): boolean =>
  status !== 'CREATED' && status !== 'PAYER_ACTION_REQUIRED';
const always = (): boolean => true;
const nothing = (): object => ({});

const button = (
  name: string,
  label: string,
  action: ActionName,
  fits: ControlButton['fits'],
  input: ControlButton['input'] = nothing,
): ControlButton => ({ name, label, action, input, fits });

/** All buttons of a payment. */
export const CONTROL_BUTTONS: readonly ControlButton[] = [
  button('pay', 'Pay', 'pay', isOpen),
  button(
    'pay-less',
    'Pay 1 baht less',
    'pay',
    (payment) => isOpen(payment) && payment.amount_satang > OTHER_SATANG,
    ({ amount_satang }) => ({ amount_satang: amount_satang - OTHER_SATANG }),
  ),
  button('fail', 'Fail', 'fail', isOpen),
  button(
    'expire',
    'Expire',
    'expire',
    (payment) => isOpen(payment) && payment.status !== 'PENDING',
  ),
  button(
    'pay-late',
    'Pay, late',
    'pay',
    ({ status }) => LOST.includes(status),
    () => ({ late: true }),
  ),
  button(
    'refund',
    'Refund',
    'refund',
    (payment) => isPaid(payment) && payment.refunded_satang < payment.amount_satang,
  ),
  button(
    'chargeback',
    'Chargeback',
    'dispute',
    (payment) => isPaid(payment) && payment.dispute === null,
  ),
  button('lost', 'Chargeback: lost', 'dispute_close', isDisputed, () => ({ outcome: 'lost' })),
  button('won', 'Chargeback: won', 'dispute_close', isDisputed, () => ({ outcome: 'won' })),
  button('again', 'Webhook again', 'webhook', hasWebhooks),
  button('many', `Webhook ×${MANY_COPIES}`, 'webhook', hasWebhooks, () => ({
    copies: MANY_COPIES,
  })),
  button('forge', 'Forge “paid”', 'forge', always),
];

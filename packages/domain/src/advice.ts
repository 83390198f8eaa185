/** What an operator does about a message that did not arrive as it should: by its verdict and by the carrier's error (EVIDENCE-5). */
import type { Verdict } from './verdict.ts';

/** Null where nothing needs doing. */
const BY_VERDICT: Record<Verdict, string | null> = {
  confirmed: null,
  'carrier confirmed': null,
  'in transit': null,
  waiting: null,
  late: 'Compare the times of receipt and report. If the receipt is late too, ask the carrier; if it came in time, check the phone’s coverage and battery settings.',
  altered:
    'Compare what was sent with what arrived. If a change is not acceptable, ask the carrier with “Copy for the carrier”.',
  'receipt only':
    'Ask the carrier with “Copy for the carrier”: its receipt says delivered, but the phone has nothing. Check first that the phone’s app is running.',
  undelivered:
    'Check that the phone is on and its number is right. If so, ask the carrier with “Copy for the carrier” what its error code means.',
  lost: 'Check that the phone is on and its app is running. If so, ask the carrier with “Copy for the carrier” where the message is.',
  rejected:
    'Read the carrier’s error below and correct what it names. If nothing is wrong, ask the carrier with “Copy for the carrier”.',
  'not sent':
    'Check under Gateways that the link is up and the throughput is high enough. Then send the test again with Duplicate.',
  'handset offline':
    'Check that the phone is on, charged and in coverage, and that its app may run in the background. Then send the test again with Duplicate.',
  unknown:
    'Ask the carrier with “Copy for the carrier” whether it has the message. Send it again only if a second copy does no harm.',
};

const RECIPIENT =
  'Check the phone’s number. If it is right, ask the carrier whether this account may send to it.';
const SENDER =
  'Check the office’s number. If it is right, ask the carrier to allow this sender for the account.';
const QUEUE = 'Send the test again later. If the queue fills again, lower the throughput under Gateways.';
const REGISTRATION = 'Register the office’s number with the provider: carriers block it until then.';

/** By the status name of SMPP, or the provider's code. */
const BY_ERROR: { readonly [code: string]: string } = {
  ESME_RTHROTTLED:
    'Lower the throughput under Gateways, or ask the carrier for a higher limit: the gateway sent faster than the carrier allows.',
  ESME_RMSGQFUL: QUEUE,
  ESME_RINVDSTADR: RECIPIENT,
  ESME_RINVSRCADR: SENDER,
  ESME_RSYSERR:
    'Send the test again later. If it fails again, report the fault to the carrier with “Copy for the carrier”.',
  ESME_RX_T_APPN: 'Send the test again later: the carrier calls this error temporary.',
  '21211': RECIPIENT,
  '21212': SENDER,
  '21408': 'Enable the phone’s country in the provider’s geographic permissions.',
  '21606': SENDER,
  '21608': 'Verify the phone’s number with the provider, or upgrade the trial account.',
  '21610': 'Send START from the phone to the office’s number: the phone has unsubscribed with STOP.',
  '21611': QUEUE,
  '21614': 'Replace the phone’s number: it is not a mobile number.',
  '21617': 'Shorten the text: it is longer than the provider accepts.',
  '30001': QUEUE,
  '30002': 'Ask the provider why the account is suspended.',
  '30003': 'Check that the phone is on and in coverage. Then send the test again with Duplicate.',
  '30005': RECIPIENT,
  '30006': 'Replace the phone’s number, or ask the provider whether it reaches the phone’s carrier.',
  '30007':
    'Change the text, its links above all, and check that the office’s number is registered for this kind of message.',
  '30032': REGISTRATION,
  '30034': REGISTRATION,
  '63038': 'Wait until tomorrow, or ask the provider for a higher daily limit.',
};

/** With these, the carrier's error explains nothing: the message arrived, or the carrier says that it did. */
const DELIVERED: ReadonlySet<Verdict> = new Set([
  'confirmed',
  'carrier confirmed',
  'late',
  'altered',
  'receipt only',
]);

/** The parts of a message that decide. */
export interface AdvisedMessage {
  readonly verdict: Verdict;
  readonly submission: { readonly error: string | null };
  readonly receipt: { readonly error: string | null };
}

/** One or two sentences; the carrier's error says more than the verdict. Null if there is nothing to do. */
export function whatToDo({ verdict, submission, receipt }: AdvisedMessage): string | null {
  const byVerdict = BY_VERDICT[verdict] ?? null;
  if (DELIVERED.has(verdict)) return byVerdict;
  return errorAdvice(receipt.error) ?? errorAdvice(submission.error) ?? byVerdict;
}

/** For `… (ESME_RTHROTTLED)` and `error 30003: …`; null for an error without advice of its own. */
function errorAdvice(error: string | null): string | null {
  const [, status, code] = /\b(ESME_\w+)|\berror (\d{5})\b/.exec(error ?? '') ?? [];
  return BY_ERROR[status ?? code ?? ''] ?? null;
}

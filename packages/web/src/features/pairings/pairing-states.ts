/** The state of a pairing and what the screen says about it, derived from the server's answer (PAIR-1, 2). */
import type { TestLog } from '@textprobe/contract/messages';
import type { Pairing, PairingKind } from '@textprobe/contract/pairings';
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles, parseTimestamp } from '@textprobe/domain/los-angeles-time';
import type { Tone } from '@textprobe/domain/verdict-tones';

const MINUTE_MS = 60_000;
/** A message may wait this long for its gateway before it counts as trouble. */
const WAIT_PATIENCE_MS = 5_000;
/** The time from the carrier's receipt to the phone's report. */
const REPORT_PATIENCE_MS = MINUTE_MS;
/** The time from the carrier's answer to its receipt. */
const RECEIPT_PATIENCE_MS = 2 * MINUTE_MS;

/** In the order in which they are offered. */
export const KINDS: readonly {
  readonly value: PairingKind;
  readonly label: string;
  /** What it needs, or proves. */
  readonly about: string;
}[] = [
  {
    value: 'sms-gateway',
    label: 'SMS Gateway for Android',
    about: 'An app on the phone. It posts to https only, so the console needs a certificate.',
  },
  {
    value: 'httpsms',
    label: 'httpSMS',
    about: 'A service with an app on the phone. It must reach the console over https.',
  },
  {
    value: 'twilio',
    label: 'A number at Twilio',
    about: 'No phone: Twilio posts what the number receives. Needs the auth token of the account.',
  },
  {
    value: 'receipt',
    label: 'Receipt only',
    about: 'Nothing reports: only the carrier’s receipt is known, not whether a message arrived.',
  },
  {
    value: 'own-app',
    label: 'Anything that can post',
    about: 'An app or script of your own. It gets a key and works over http too.',
  },
];

export function kindLabel(kind: PairingKind): string {
  return KINDS.find(({ value }) => value === kind)?.label ?? kind;
}

/** Whether it is confirmed or has ended. */
export function isOver({ confirmedAt, endedAt }: Pick<Pairing, 'confirmedAt' | 'endedAt'>): boolean {
  return confirmedAt !== null || endedAt !== null;
}

/** Its state in the list. @param now epoch milliseconds */
export function stateWords(pairing: Pairing, now: number): string {
  const { confirmedAt, endedAt } = pairing;
  if (confirmedAt !== null) return `Confirmed at ${timeWords(confirmedAt, now)}`;
  if (endedAt !== null) return `Ended at ${timeWords(endedAt, now)}`;
  if (hasSettings(pairing)) return 'Waiting for the proof';
  return since(pairing.expiresAt, now) >= 0
    ? 'The link has expired'
    : 'Waiting for the settings to be opened';
}

/** The newest open one. */
export function openPairingOf(pairings: readonly Pairing[]): Pairing | undefined {
  return pairings.find((pairing) => !isOver(pairing));
}

/** Whether the phone has its settings, or needs none. */
export function hasSettings({ kind, opened, reporter }: Pairing): boolean {
  // Twilio's source exists before its URL is shown.
  return kind === 'receipt' || (kind === 'twilio' ? opened !== null : reporter !== null);
}

/** The time in Los Angeles, with the date unless it is today. @param now epoch milliseconds */
export function timeWords(timestamp: string | null, now: number): string {
  const words = formatDateTime(timestamp);
  const [today = ''] = formatDateTime(formatLosAngeles(now)).split(' ');
  return words.startsWith(today) ? words.slice(today.length + 1) : words;
}

/** Milliseconds since a timestamp; 0 without one. */
function since(timestamp: string | null | undefined, now: number): number {
  const at = timestamp ? parseTimestamp(timestamp) : null;
  return at === null ? 0 : now - at;
}

/** `lost`: this browser no longer has the link. */
export type LinkState = 'works' | 'lost' | 'expired' | 'opened';

/** @param link null if this browser does not have it. @param now epoch milliseconds */
export function linkState(pairing: Pairing, link: string | null, now: number): LinkState {
  if (hasSettings(pairing)) return 'opened';
  if (since(pairing.expiresAt, now) >= 0) return 'expired';
  return link === null ? 'lost' : 'works';
}

/** The code in a link. */
export function codeOf(link: string): string {
  return new URL(link).hash.slice(1);
}

/** @param now epoch milliseconds */
export function linkWords({ expiresAt }: Pick<Pairing, 'expiresAt'>, now: number): string {
  const minutes = Math.max(1, Math.ceil(-since(expiresAt, now) / MINUTE_MS));
  return `The link shows the settings once, to the first browser that opens it, within ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/** `opened.by` of a phone that the console set up. */
const SET_UP_BY = 'Textprobe';

/** Who was shown the settings. @param now epoch milliseconds */
export function openedWords({ at, by }: NonNullable<Pairing['opened']>, now: number): string {
  return `${by === SET_UP_BY ? 'Set up by' : 'Shown on'} ${by} at ${timeWords(at, now)}.`;
}

/** Which setting keeps the phone from posting to this installation; null if none. */
export function addressProblem({ kind, address }: Pick<Pairing, 'kind' | 'address'>): string | null {
  if (kind === 'receipt' || address?.startsWith('https:')) return null;
  if (kind === 'sms-gateway')
    return 'SMS Gateway for Android posts to https only. Put a proxy with a certificate in front of the console, set PUBLIC_URL to its address, and restart.';
  if (kind !== 'own-app')
    return 'The service must reach the console over https. Put a proxy with a certificate in front of it, set PUBLIC_URL to its address, and restart.';
  if (address !== null) return null;
  return 'No phone can reach this console: it listens on this computer only. Set HOST=0.0.0.0 for phones in this network, or PUBLIC_URL to an address with a certificate for the internet, and restart.';
}

/** What to check if a phone does not report what it received. */
const CHECKS: Readonly<Record<Exclude<PairingKind, 'receipt'>, string>> = {
  'sms-gateway':
    'Check in the app that it runs in the background, and that signing key and webhooks are those of this pairing. Turn RCS chats off.',
  httpsms:
    'Check that URL, signing key and events of the webhook are those of this pairing, and that encryption of received messages is off.',
  twilio: 'Check at Twilio that the number posts incoming messages to the URL of this pairing, by HTTP POST.',
  'own-app': 'Check that it posts the whole text to the URL with the key of this pairing.',
};

/** One line of the proof. */
export interface ProofStep {
  readonly label: string;
  readonly tone: Tone;
  /** When it happened; null: not yet. */
  readonly at: string | null;
}

/** The progress of the message; without one, of its report only. */
export function proofSteps(pairing: Pairing): readonly ProofStep[] {
  const { kind, phoneName, sent, confirmedAt } = pairing;
  const by = kind === 'twilio' ? 'Twilio' : phoneName;
  const report = { label: `Reported by ${by}`, at: confirmedAt };
  const log = sent?.testLog ?? null;
  const submittedAt = log !== null && isSubmitted(log) ? log.submission.at : null;
  const deliveredAt = log?.receipt.state === 'delivered' ? log.receipt.at : null;
  const steps = [
    ...(sent === null
      ? []
      : [
          { label: 'Waiting', at: sent.at },
          { label: 'Sent', at: submittedAt },
          { label: 'Carrier says delivered', at: deliveredAt },
        ]),
    ...(kind === 'receipt' ? [] : [report]),
  ];
  // A report may come before the receipt, so the next step is the one after the last that happened.
  const next = steps.findLastIndex(({ at }) => at !== null) + 1;
  const isStuck = log !== null && hasFailed(log);
  return steps.map(({ label, at }, index) => ({
    label,
    at,
    tone: at !== null ? 'arrived' : index !== next ? 'waiting' : isStuck ? 'failed' : 'moving',
  }));
}

function isSubmitted({ submission: { outcome } }: TestLog): boolean {
  return outcome === 'accepted' || outcome === 'unknown';
}

function hasFailed({ submission: { outcome }, receipt: { state } }: TestLog): boolean {
  return ['rejected', 'expired', 'unknown'].includes(outcome) || state === 'failed';
}

/** What is wrong, as a sentence, and the button that helps. */
export interface Trouble {
  readonly words: string;
  readonly act: 'send' | 'begin' | 'gateways';
}

/** Null if nothing is wrong. @param now epoch milliseconds */
export function troubleOf(pairing: Pairing, now: number): Trouble | null {
  const { kind, reporter, sent, misreportedAt, confirmedAt, endedAt } = pairing;
  if (confirmedAt !== null) return null;
  if (endedAt !== null) {
    const words = `This pairing was ended at ${timeWords(endedAt, now)}: its link, and its key or source, no longer work.`;
    return { words, act: 'begin' };
  }
  if (reporter !== null && !reporter.works)
    return { words: 'The key or source of this pairing was revoked. Start again.', act: 'begin' };
  // A text that was sent since then may be reported by the right one.
  if (misreportedAt !== null && (sent === null || since(misreportedAt, now) <= since(sent.at, now))) {
    const words = `Another key or source reported the text at ${timeWords(misreportedAt, now)}. Enter the settings of this pairing on the phone instead.`;
    return { words, act: 'send' };
  }
  if (sent === null) return null;
  const { testLog } = sent;
  if (testLog === null || !(isSubmitted(testLog) || hasFailed(testLog))) {
    const isLong = since(sent.at, now) >= WAIT_PATIENCE_MS;
    return isLong && sent.waitsFor !== null
      ? { words: `The message is waiting for ${sent.waitsFor}`, act: 'gateways' }
      : null;
  }
  const words = messageTrouble(testLog, kind, now);
  return words === null ? null : { words, act: 'send' };
}

function messageTrouble({ submission, receipt }: TestLog, kind: PairingKind, now: number): string | null {
  if (submission.outcome === 'rejected') return `The carrier refused the message${reason(submission.error)}.`;
  if (submission.outcome === 'expired') return 'The message could not be sent in time.';
  if (submission.outcome === 'unknown')
    return 'The connection broke while the message was being sent. It is unknown whether the carrier has it.';
  if (receipt.state === 'failed')
    return `The carrier says that the message was not delivered${reason(receipt.error)}.`;
  if (receipt.state === 'delivered')
    return kind !== 'receipt' && since(receipt.at, now) >= REPORT_PATIENCE_MS
      ? `The carrier says delivered, but no report came for a minute. ${CHECKS[kind]}`
      : null;
  return since(submission.at, now) >= RECEIPT_PATIENCE_MS
    ? 'The carrier has sent no receipt for two minutes. Check that the phone is on and its number is right.'
    : null;
}

function reason(error: string | null): string {
  return error === null ? '' : `: ${error.replace(/\.$/, '')}`;
}

/** What a confirmed pairing proves. */
export function confirmedWords({ kind }: Pick<Pairing, 'kind'>): string {
  return kind === 'receipt'
    ? 'This phone is paired: the carrier’s receipt arrived.'
    : 'This phone is paired: its reports arrive.';
}

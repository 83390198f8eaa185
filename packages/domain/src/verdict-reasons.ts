/**
 * Why a message has its verdict: the questions that `deriveVerdict` asks of the ledgers, in order, each with its answer,
 * up to the one that decided.
 */
import { type ArrivedText, arrivalWords } from './arrival-words.ts';
import { formatDateTime } from './display.ts';
import { areFilesAltered } from './file-classes.ts';
import { alteredFileClauses, type FilesOfReception } from './file-summary.ts';
import { type Finding, findingOfText } from './finding.ts';
import { findMessageCodes } from './message-code.ts';
import type { MessageLedgers } from './statements.ts';
import type { Verdict } from './verdict.ts';

/** The ledgers of a message, and its verdict, which alone shows whether it arrived in time. */
export interface ExplainedMessage extends MessageLedgers {
  readonly verdict: Verdict;
  readonly sent?: { readonly text: string };
  /** What the newest receipt says whose state SMPP does not know, as a sentence; it is in no ledger. */
  readonly unknownReceipt?: string | null;
  readonly reception:
    | (NonNullable<MessageLedgers['reception']> & FilesOfReception & Partial<ArrivedText>)
    | null;
}

/** One question of the rule and its answer, for people. */
export interface VerdictStep {
  readonly question: string;
  readonly answer: string;
}

/** The path to a verdict; its last step decided. */
export interface VerdictReasons {
  readonly steps: readonly VerdictStep[];
  readonly verdict: Verdict;
}

/** The path from a message's ledgers to its verdict. */
export function explainVerdict(message: ExplainedMessage): VerdictReasons {
  if (message.reception !== null) {
    return ask('Did the handset confirm that it received the message?', 'Yes.', () => ofArrival(message));
  }
  const answer = message.evidence === 'receipt' ? 'No: no agent runs on this phone.' : 'No.';
  return ask('Did the handset confirm that it received the message?', answer, () => ofReceipt(message));
}

function ofArrival(message: ExplainedMessage): VerdictReasons {
  const { reception } = message;
  const question = 'Did the text arrive as it was sent?';
  if (reception?.comparison === 'altered') return decide(question, `No: ${changeWords(message)}.`, 'altered');
  return ask(question, intactWords(message), () => ofFiles(message));
}

function intactWords(message: ExplainedMessage): string {
  if (message.reception?.comparison !== 'intact') return 'Presumably: only its code was reported.';
  return message.finding === 'cosmetic' ? `Yes: ${changeWords(message)}.` : 'Yes.';
}

const CHANGES: Partial<Record<Finding, string>> = {
  cosmetic: 'the changes are cosmetic',
  're-encoded': 'it was re-encoded',
  masked: 'it was masked',
  escaped: 'it was escaped',
  truncated: 'it was truncated',
  'joined wrongly': 'it was reassembled incorrectly',
  'link rewritten': 'a link was rewritten',
  'text added': 'text was added',
  'part missing': 'a part is missing',
};

/** All changes with what was sent and what arrived; by the finding alone if the text is another report's. */
function changeWords({ finding = 'altered', sent, reception }: ExplainedMessage): string {
  const words = (finding && CHANGES[finding]) ?? 'it changed in a way we do not recognize';
  if (sent === undefined || reception?.text === undefined) return words;
  const [code = ''] = findMessageCodes(sent.text);
  const arrival = arrivalWords(sent.text, { ...reception, text: reception.text }, code);
  const isOfFinding = findingOfText(arrival.comparison) === finding && arrival.words !== '';
  return isOfFinding ? `${words} (${arrival.words})` : words;
}

/** An SMS has none to ask about. */
function ofFiles(message: ExplainedMessage): VerdictReasons {
  const { fileFinding = null, reception } = message;
  if (fileFinding === null) return ofTime(message);
  const question = 'Did the files arrive as they were sent?';
  if (areFilesAltered(fileFinding)) {
    return decide(question, `No: ${alteredFileClauses(reception).join(', and ') || fileFinding}.`, 'altered');
  }
  const answers = { identical: 'Yes.', recoded: 'Yes, recoded: they look the same.' } as const;
  const answer = answers[fileFinding as keyof typeof answers] ?? 'Presumably: they were not reported.';
  return ask(question, answer, () => ofTime(message));
}

function ofTime({ verdict }: ExplainedMessage): VerdictReasons {
  return verdict === 'late'
    ? decide('Did it come before the deadline?', 'No: it came after.', 'late')
    : decide('Did it come before the deadline?', 'Yes.', 'confirmed');
}

function ofReceipt(message: ExplainedMessage): VerdictReasons {
  const question = 'Does the carrier’s receipt say that it was delivered?';
  if (message.receipt.state !== 'delivered') {
    return ask(question, receiptWords(message), () => ofRefusal(message));
  }
  return ask(question, 'Yes.', () => {
    const enough = 'Is the carrier’s receipt enough for this phone?';
    if (message.evidence === 'receipt') return decide(enough, 'Yes.', 'carrier confirmed');
    return ask(enough, 'No: its handset must confirm.', () => {
      const passed = 'Has the deadline passed?';
      if (!message.settled) return decide(passed, 'No, the handset may still confirm.', 'in transit');
      const silence = 'Yes, without a report from the handset.';
      if (message.handsetOffline !== null) return ask(passed, silence, () => ofAbsence(message));
      return decide(passed, silence, 'receipt only');
    });
  });
}

function ofRefusal(message: ExplainedMessage): VerdictReasons {
  const refused = 'Did the carrier refuse it?';
  if (message.submission.outcome === 'rejected') return decide(refused, 'Yes.', 'rejected');
  return ask(refused, 'No.', () => {
    const undelivered = 'Does the receipt say that it could not be delivered?';
    if (message.receipt.state === 'failed') return decide(undelivered, 'Yes.', 'undelivered');
    return ask(undelivered, 'No.', () => ofSubmission(message));
  });
}

function ofSubmission(message: ExplainedMessage): VerdictReasons {
  const { submission, receipt, settled, handsetOffline } = message;
  const accepted = 'Did the carrier accept it?';
  if (submission.outcome === 'accepted' || receipt.state !== 'none') {
    const answer = submission.outcome === 'accepted' ? 'Yes.' : 'Yes: there is a receipt for it.';
    return ask(accepted, answer, () => {
      const passed = 'Has the deadline passed?';
      if (!settled) return decide(passed, 'No, it may still arrive.', 'in transit');
      const silence = 'Yes, without any confirmation.';
      if (handsetOffline !== null) return ask(passed, silence, () => ofAbsence(message));
      const isUnanswered = submission.outcome === 'unknown' || submission.outcome === 'claimed';
      if (!isUnanswered) return decide(passed, silence, 'lost');
      const whole = 'Did the carrier accept all of its parts?';
      return ask(passed, silence, () =>
        decide(whole, 'Perhaps: a part was not submitted in time, or its answer was lost.', 'unknown'),
      );
    });
  }
  if (submission.outcome === 'expired')
    return decide(accepted, 'No: it expired before it could be sent.', 'not sent');
  return ask(accepted, 'Nothing says so.', () => {
    const submitted = 'Was it submitted?';
    if (submission.outcome !== 'unknown') return decide(submitted, 'Not yet.', 'waiting');
    const perhaps = 'Perhaps: the answer was lost, or a part was not submitted in time.';
    if (handsetOffline !== null) return ask(submitted, perhaps, () => ofAbsence(message));
    return decide(submitted, perhaps, 'unknown');
  });
}

function ofAbsence({ handsetOffline }: ExplainedMessage): VerdictReasons {
  const lastSeen = formatDateTime(handsetOffline?.heardAt);
  const answer = `No: it was offline for at least half the time until the deadline, last seen at ${lastSeen}.`;
  return decide('Was the phone online to receive it?', answer, 'handset offline');
}

function receiptWords({ receipt, unknownReceipt = null }: ExplainedMessage): string {
  if (receipt.state === 'failed') return 'No: it says undelivered.';
  if (receipt.state === 'enroute') return 'No: it says en route.';
  return unknownReceipt === null ? 'No: there is none.' : `No. ${unknownReceipt}`;
}

function ask(question: string, answer: string, further: () => VerdictReasons): VerdictReasons {
  const { steps, verdict } = further();
  return { steps: [{ question, answer }, ...steps], verdict };
}

function decide(question: string, answer: string, verdict: Verdict): VerdictReasons {
  return { steps: [{ question, answer }], verdict };
}

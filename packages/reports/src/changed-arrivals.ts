/** Presents the messages that arrived changed: how they changed, and both texts with the differences marked. */
import { arrivalWords } from '@textprobe/domain/arrival-words';
import { findingLabel, findingOfText } from '@textprobe/domain/finding';
import { findMessageCodes, splitArrivedText } from '@textprobe/domain/message-code';
import { withPlusOne } from '@textprobe/domain/phone-number';
import { diffTexts, type Piece } from '@textprobe/domain/text-difference';
import { readable, visible } from '@textprobe/domain/visible-characters';
import type { TestReportLog } from './report-data.ts';
import { lineOf, type Paragraph, paragraphsOf } from './user-text.ts';

/** How many messages are shown in full. */
const SHOWN = 10;
/** Longer texts may break across pages; others stay on one page. */
const UNSPLIT = 1_500;

/** A part of a paragraph; `gone` and `new` are highlighted. */
interface Run {
  readonly kind: Piece['kind'];
  readonly text: string;
}

/** A paragraph in runs, with the direction of the whole paragraph. */
export interface MarkedParagraph {
  readonly runs: readonly Run[];
  readonly rtl: boolean;
}

/** The first messages in full, and how many more there are. */
export function presentChangedArrivals(logs: readonly TestReportLog[]) {
  const changed = logs.filter(
    ({ reception }) => reception?.comparison === 'altered' || reception?.senderComparison === 'altered',
  );
  return { more: Math.max(0, changed.length - SHOWN), texts: changed.slice(0, SHOWN).map(present) };
}

function present(log: TestReportLog) {
  const arrivedText = log.reception?.text ?? '';
  const [code = ''] = findMessageCodes(log.sentText);
  const body = splitArrivedText(log.sentText, code);
  const arrivedBody = splitArrivedText(arrivedText, code);
  const pieces = diffTexts(body, arrivedBody);
  return {
    log: log.testLogID,
    route: lineOf(`${log.office} to ${log.phone}, ${log.carrier}`),
    words: lineOf(changeWords(log)),
    long: Math.max(log.sentText.length, arrivedText.length) > UNSPLIT,
    sent: marked(pieces, 'gone', log.sentText.slice(body.length)),
    arrived: marked(
      pieces,
      'new',
      arrivedText.startsWith(arrivedBody) ? arrivedText.slice(arrivedBody.length) : '',
    ),
  };
}

/** `Re-encoded: é→e. Sender changed: seen as +1555…, sent from +1555….` */
function changeWords(log: TestReportLog): string {
  const text = textChangeWords(log);
  const { reception, officePhone } = log;
  if (reception?.senderComparison !== 'altered') return text;
  return `${text} Sender changed: seen as ${drawable(visible(reception.sender ?? ''))}, sent from ${withPlusOne(officePhone)}.`;
}

/** `Re-encoded: é→e.` */
export function textChangeWords({ sentText, reception }: TestReportLog): string {
  const [code = ''] = findMessageCodes(sentText);
  const { comparison, words } = arrivalWords(sentText, reception, code);
  return `${findingLabel(findingOfText(comparison))}${words === '' ? '' : `: ${drawable(words)}`}.`;
}

/** The pieces of one side by paragraph, followed by the code. */
function marked(pieces: readonly Piece[], side: 'gone' | 'new', code: string): MarkedParagraph[] {
  const own = pieces.filter(({ kind }) => kind === 'same' || kind === side);
  const runs = [...own, { kind: 'same' as const, text: code }].map(({ kind, text }) => ({
    kind,
    paragraphs: paragraphsOf(kind === 'same' ? text : drawable(readable(text))),
  }));
  const lines: { runs: Run[]; rtl: boolean }[] = [{ runs: [], rtl: false }];
  for (const { kind, paragraphs } of runs) {
    paragraphs.forEach((paragraph: Paragraph, index) => {
      if (index > 0) lines.push({ runs: [], rtl: false });
      const line = lines.at(-1) as (typeof lines)[number];
      if (paragraph.text !== '') line.runs.push({ kind, text: paragraph.text });
    });
  }
  return lines.map(({ runs: ofLine }) => ({
    runs: ofLine,
    rtl: paragraphsOf(ofLine.map(({ text }) => text).join(''))[0]?.rtl ?? false,
  }));
}

/** Replaces the signs of invisible characters with ones that the fonts have. */
function drawable(text: string): string {
  return text
    .replaceAll('␣', '·')
    .replaceAll('↵', '¶')
    .replaceAll('␍', '[CR]')
    .replaceAll('⇥', '[TAB]')
    .replaceAll('⍽', '[NBSP]')
    .replaceAll('◌', '');
}

/** Presents a report for the carrier: every known fact of each message, and nothing that is empty. */
import { carrierFields } from '@textprobe/domain/carrier-report';
import { toneOf } from '@textprobe/domain/verdict-tones';
import { type Page, TAGGED_ROWS } from './page.ts';
import { count, generatedWords } from './page-words.ts';
import type { CarrierReportHead, CarrierReportLog } from './report-data.ts';
import { lineOf, paragraphsOf } from './user-text.ts';

/** A message with more characters of text may break across pages; others move to the next page as a whole. */
const UNSPLIT = 1_500;

export function presentCarrierReport(head: CarrierReportHead, messages: readonly CarrierReportLog[]): Page {
  const shown = messages.slice(0, head.limit);
  const isCapped = messages.length > head.limit;
  const data = {
    generated: generatedWords(head.generated),
    filters: [
      ['Messages', `${count(shown.length)}${isCapped ? ', the newest' : ''}`],
      ...head.filters.map(({ name, value }) => [name, lineOf(value)]),
    ],
    capped: isCapped
      ? `Only the newest ${count(head.limit)} messages are shown; export the CSV for all.`
      : null,
    messages: shown.map((message) => messageBlock(message, head.withNames)),
  };
  return {
    template: 'carrier-report.typ',
    data,
    pictures: new Map(),
    tagged: messages.length <= TAGGED_ROWS,
  };
}

function messageBlock(message: CarrierReportLog, withNames: boolean) {
  const { log } = message;
  const known = carrierFields(message, withNames).filter(({ value }) => value !== null);
  const texts = known.filter(({ kind }) => kind === 'text');
  return {
    title: `${lineOf(log.sent.to)} · ${log.verdict}`,
    tone: toneOf(log.verdict),
    facts: known.filter(({ kind }) => kind === 'fact').map(({ name, value }) => [name, lineOf(value ?? '')]),
    texts: texts.map(({ name, value }) => [name, paragraphsOf(value ?? '')]),
    long: texts.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) > UNSPLIT,
  };
}

/** Which messages of a report the filters and the search leave, and the filters in words (EVIDENCE-4). */
import type { TestLog } from '@textprobe/contract/messages';
import { fileFindingLabel } from '@textprobe/domain/file-finding';
import { type FindingWord, findingLabel, isFound } from '@textprobe/domain/finding';
import { searchWords } from '@textprobe/domain/search-words';
import type { Execution } from './execution-order.ts';
import type { ReportAddress } from './report-address.ts';

export function filterExecutions(executions: readonly Execution[], address: ReportAddress): Execution[] {
  const { verdict, carrier, finding, files } = address;
  const words = searchWords(address.search.toLowerCase()).map(withoutPunctuation);
  return executions.filter((execution) => {
    const { log } = execution;
    if (verdict !== null && log.verdict !== verdict) return false;
    if (carrier !== null && log.carrier !== carrier) return false;
    if (files !== null && log.fileFinding !== files) return false;
    if (finding !== null && !passesFinding(log, finding)) return false;
    return words.length === 0 || hasAll(execution, words);
  });
}

/** `(213)` and `555-0181` are looked for in numbers, which have digits only. */
function withoutPunctuation(word: string): string {
  return /^[\d().+-]*\d[\d().+-]*$/.test(word) ? word.replaceAll(/\D/g, '') : word;
}

function hasAll({ log, office, officePhone, phone, phoneNumber }: Execution, words: string[]): boolean {
  const { testLogID, carrier, verdict, sent, reception } = log;
  const row = [testLogID, office, officePhone, phone, phoneNumber, carrier, verdict];
  const text = [...row, sent.text, reception?.text].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

export function filterWords({ verdict, carrier, finding, files, search }: ReportAddress): string {
  return [
    verdict && `verdict: ${verdict}`,
    carrier !== null && `carrier: ${carrier || 'N/A'}`,
    finding && `arrival: ${findingLabel(finding).toLowerCase()}`,
    files && fileFindingLabel(files).toLowerCase(),
    search && `search: ${search}`,
  ]
    .filter(Boolean)
    .join(', ');
}

export function noneWords(address: ReportAddress): string {
  const { verdict, carrier, finding, files, search } = address;
  if (carrier === null && finding === null && files === null && search === '')
    return `No messages have the verdict “${verdict}”.`;
  return `No messages match “${filterWords(address)}”.`;
}

/** Whether a log matches the finding. */
export function passesFinding({ finding, reception }: TestLog, word: FindingWord): boolean {
  return isFound(word, { finding, senderChanged: reception?.senderComparison === 'altered' });
}

/** What may be reported about the files of an MMS, given what truly became of them. Shares no code with the product. */

import type { Report } from './report.ts';
import type { TrueMessage } from './truth-book.ts';

type Post = TrueMessage['posts'][number];
type FileFate = NonNullable<Post['files']>[number];

/** The outcome of a file and the finding that it leads to; the worst fate of a copy comes first. */
const WORST_FIRST: Readonly<Record<FileFate, { readonly outcome: string; readonly finding: string }>> = {
  missing: { outcome: 'missing', finding: 'missing' },
  cut: { outcome: 'damaged', finding: 'damaged' },
  replaced: { outcome: 'other kind', finding: 'other kind' },
  added: { outcome: 'unexpected', finding: 'other kind' },
  converted: { outcome: 'transcoded', finding: 'recoded' },
  unchanged: { outcome: 'identical', finding: 'identical' },
};

/** The findings of several copies; the first one found counts. */
const BEST_FIRST = ['identical', 'recoded', 'other kind', 'damaged', 'missing', 'not told'];

/** The finding that the accepted posts lead to; null: an SMS, or nothing arrived. */
export function findingOfPosts({ files }: TrueMessage, posts: readonly Post[]): string | null {
  if (files === 0) return null;
  const findings = posts.map(findingOfPost);
  return BEST_FIRST.find((finding) => findings.includes(finding)) ?? null;
}

/** Whether the finding makes the verdict `altered` (EVIDENCE-1). */
export function areFilesAltered(finding: string | null): boolean {
  return finding === 'missing' || finding === 'damaged' || finding === 'other kind';
}

/** @param posts those that confirm the message */
export function faultsOfFiles(report: Report, truth: TrueMessage, posts: readonly Post[]): string[] {
  const faults: string[] = [];
  if (report.files !== truth.files) faults.push(`was sent with ${truth.files} files, not ${report.files}`);
  const finding = findingOfPosts(truth, posts);
  if (report.fileFinding !== finding)
    faults.push(`its files arrived ${finding}, but are reported as ${report.fileFinding}`);
  if (truth.files === 0) return faults;
  // A post without an answer is repeated, and both may have been recorded: their number is not certain, their contents are.
  const expected = inWords(posts.map(outcomesOf));
  const reported = inWords(report.fileOutcomes);
  if (reported !== expected) faults.push(`its files arrived as ${expected}, but are listed as ${reported}`);
  return faults;
}

function findingOfPost({ files }: Post): string {
  if (files === null) return 'not told';
  const fates = Object.keys(WORST_FIRST) as FileFate[];
  return WORST_FIRST[fates.find((fate) => files.includes(fate)) ?? 'unchanged'].finding;
}

function outcomesOf({ files }: Post): string[] | null {
  return files?.map((fate) => WORST_FIRST[fate].outcome).sort() ?? null;
}

function inWords(copies: Report['fileOutcomes']): string {
  const words = copies.map((outcomes) => outcomes?.join(', ') ?? 'not reported');
  return [...new Set(words)].sort().join(' and ') || 'nothing';
}

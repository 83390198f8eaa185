/** docs/evidence.md: a run replaces its own section and nothing else. */
import { expect, it } from 'vitest';
import { describeRun, replaceSection } from './evidence.mjs';

const RUN = {
  name: 'kills',
  command: 'npm run soak -- kills',
  title: 'Workers killed',
  counts: 'Fifty workers.',
  again: 'SOAK_SEED=7 npm run soak -- kills',
  facts: [],
  omit: /^ {2}killed/u,
};
const MEASURED = {
  at: '2026-11-25T08:33:20.013Z',
  commit: '59e7fb15a523',
  machine: '2 cores',
  took: 342_400,
  results: [
    { title: 'all is well', status: 'passed' },
    { title: 'a | b', status: 'failed' },
  ],
  tally: '1 at a time:\n  killed 10 times\n  messages 828\n  other faults 0\n\nheap 141 MiB',
};

it('replaces its own section and keeps the others', () => {
  const page = (old: string) =>
    `# Evidence\n\n<!-- newest run of kills: written by npm run soak -- kills -->\n${old}\n<!-- end of kills -->\n\n## Wire\n`;
  expect(replaceSection(page('old'), RUN, 'new')).toBe(page('new'));
  expect(() => replaceSection('# Evidence\n', RUN, 'new')).toThrow('docs/evidence.md has no section kills');
});

it('shows the result, the tests that did not pass, when and where it was measured, and the lines that are not omitted', () => {
  expect(describeRun(RUN, MEASURED).split('\n')).toEqual([
    '| Workers killed. Fifty workers. | **1 passed, 1 failed**, in 342 s |',
    '| --- | --- |',
    '| failed | a \\| b |',
    '| Measured | 2026-11-25T08:33:20.013Z, commit 59e7fb15a523; 2 cores |',
    '| Run again | `SOAK_SEED=7 npm run soak -- kills` |',
    '| 1 at a time | messages 828<br>other faults 0 |',
    '| Counted | heap 141 MiB |',
  ]);
});

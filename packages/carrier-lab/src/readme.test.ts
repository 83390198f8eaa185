/** README.md on scenarios is correct: its example loads, and its tables list every rate, fate and scenario. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadScenario, SCENARIO_NAMES } from './scenario.ts';
import { ALTERATIONS, ID_STYLES, RATE_MARKS } from './scenario-model.ts';

// Table cells are padded by the formatter.
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');

it('README.md: the example of a scenario file is valid', () => {
  const json = /```json\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const scenario = loadScenario(json);
  expect(scenario.name).toBe('bad-tuesday');
  expect(scenario.script).toHaveLength(1);
});

it('README.md lists every scenario, rate, fate, alteration and id format', () => {
  for (const name of SCENARIO_NAMES) expect(readme).toContain(`| \`${name}\` |`);
  for (const [rate, mark] of Object.entries(RATE_MARKS))
    expect(readme).toContain(`| \`${rate}\` | \`${mark}\` |`);
  for (const word of [...ALTERATIONS, ...ID_STYLES]) expect(readme).toContain(`\`${word}\``);
});

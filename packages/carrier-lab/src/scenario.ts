/** Loads a scenario: a built-in one by name, or any from JSON text. */
import { ScenarioError } from './scenario-fault.ts';
import { parseScenario, readScenario } from './scenario-file.ts';
import type { Scenario } from './scenario-model.ts';
import { BROWSER_TESTS } from './scenarios/browser-tests.ts';
import { PERFECT } from './scenarios/perfect.ts';
import { REALISTIC } from './scenarios/realistic.ts';
import { STORMY } from './scenarios/stormy.ts';
import { ZERO } from './scenarios/zero.ts';

const BUILT_IN: ReadonlyMap<string, unknown> = new Map(
  [REALISTIC, PERFECT, BROWSER_TESTS, ZERO, STORMY].map((file) => [file.name, file]),
);

/** `default`, `perfect`, `browser-tests`, `zero`, `stormy`. */
export const SCENARIO_NAMES: readonly string[] = [...BUILT_IN.keys()];

/** Loads the scenario. Throws ScenarioError, which says what to write instead. */
export function loadScenario(nameOrJson: string): Scenario {
  if (nameOrJson.trimStart().startsWith('{')) return parseScenario(nameOrJson);
  const file = BUILT_IN.get(nameOrJson);
  if (file !== undefined) return readScenario(file);
  const known = SCENARIO_NAMES.join(', ');
  throw new ScenarioError([
    `There is no scenario "${nameOrJson}"; write one of ${known}, or the text of a scenario file.`,
  ]);
}

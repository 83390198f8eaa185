/** The built-in scenarios, and the errors of an invalid file. */
import { ESME_RINVDSTADR } from '@textprobe/smpp/command-status';
import { describe, expect, it } from 'vitest';
import { loadScenario, SCENARIO_NAMES } from './scenario.ts';
import { ScenarioError } from './scenario-fault.ts';
import { carrierScenario } from './scenario-model.ts';

function faultsOf(file: object | string): readonly string[] {
  try {
    loadScenario(typeof file === 'string' ? file : JSON.stringify(file));
  } catch (error) {
    if (error instanceof ScenarioError) return error.faults;
    throw error;
  }
  return [];
}

describe('the built-in scenarios', () => {
  it.each(SCENARIO_NAMES)('%s is valid', (name) => {
    const scenario = loadScenario(name);
    expect(scenario.name).toBe(name);
    expect(scenario.description).not.toBe('');
  });

  it('are the five documented ones', () => {
    expect([...SCENARIO_NAMES].sort()).toEqual(['browser-tests', 'default', 'perfect', 'stormy', 'zero']);
  });

  it('default: every carrier loses a few percent, and only one sends false receipts', () => {
    const scenario = loadScenario('default');
    const liars = ['AT&T', 'Verizon', 'T-Mobile'].filter(
      (name) => carrierScenario(scenario, name).rates.lies > 0,
    );
    expect(liars).toEqual(['T-Mobile']);
    for (const name of ['AT&T', 'Verizon', 'T-Mobile']) {
      expect(carrierScenario(scenario, name).rates.loss).toBeGreaterThan(0.005);
      expect(carrierScenario(scenario, name).rates.loss).toBeLessThan(0.05);
    }
  });

  it('are listed when an unknown one is requested', () => {
    expect(faultsOf('sunny')).toEqual([
      'There is no scenario "sunny"; write one of default, perfect, browser-tests, zero, stormy, or the text of a scenario file.',
    ]);
  });
});

describe('a scenario file', () => {
  it('lets a carrier override single fields of everyCarrier', () => {
    const scenario = loadScenario(
      JSON.stringify({
        everyCarrier: { answer: { min: 1, max: 2 }, rates: { loss: 0.1, lies: 0.2 }, maxPerSecond: 5 },
        carriers: { 'AT&T': { rates: { lies: 0 }, rejectWith: 'ESME_RINVDSTADR', maxPerSecond: 0 } },
      }),
    );
    const att = carrierScenario(scenario, 'at&t');
    expect(att.answer).toEqual({ min: 1, max: 2, tail: null });
    expect(att.rates).toMatchObject({ loss: 0.1, lies: 0 });
    expect(att.rejectionStatus).toBe(ESME_RINVDSTADR);
    expect(att.maxPerSecond).toBeNull();
    expect(carrierScenario(scenario, 'Other')).toMatchObject({ maxPerSecond: 5, rates: { lies: 0.2 } });
  });

  it('reports every fault at once, with its position and what to write', () => {
    const faults = faultsOf({
      everyCarrier: { answer: { min: 5, max: 1 }, rates: { loss: 1.5, los: 0 } },
      carriers: {
        Verizon: { ids: 'octal', rejectWith: 'ESME_NONSENSE', rates: { rejection: 0.6, lostAnswers: 0.6 } },
      },
      script: [{ destination: '555', source: 'office', nth: 0, fate: 'vanished' }],
      sript: [],
    });
    expect(faults).toEqual([
      'everyCarrier.answer.max is 1, below min; write at least 5.',
      'everyCarrier.rates.loss is 1.5; write a number from 0 to 1.',
      expect.stringMatching(/^everyCarrier\.rates\.los is unknown; the known names are rejection, /),
      'carriers.Verizon.rates.rejection and throttling, lostAnswers, linkCuts add up to 1.2; write shares of at most 1.',
      'carriers.Verizon.rejectWith names "ESME_NONSENSE"; write the name of an SMPP error, like ESME_RSUBMITFAIL.',
      'carriers.Verizon.ids is "octal"; write one of decimal, hex, decimal-then-hex.',
      expect.stringMatching(/^script\[0\]\.fate\[0\] is "vanished"; write one of delivered, rejected, /),
      'script[0].destination is not an E.164 number; write one like "+12025550143".',
      'script[0].source is not an E.164 number; write one like "+12025550143".',
      'script[0].nth is 0; write a whole number from 1 to 1000000.',
      expect.stringMatching(/^sript is unknown; the known names are /),
    ]);
  });

  it.each([['{ "name": '], ['{]']])('reports %s as invalid JSON', (text) => {
    expect(faultsOf(text)[0]).toMatch(/^The scenario is not valid JSON: /);
  });

  it.each([
    [{ everyCarrier: 7 }, 'everyCarrier is 7; write an object.'],
    [{ script: {} }, 'script is {}; write a list.'],
    [{ everyCarrier: { answer: null } }, 'everyCarrier.answer is null; write an object.'],
    [{ name: 3 }, 'name is 3; write a string.'],
  ])('refuses a value of the wrong kind: %j', (file, fault) => {
    expect(faultsOf(file)).toEqual([fault]);
  });
});

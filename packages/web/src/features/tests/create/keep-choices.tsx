/** What the form keeps for the next test, asked after each creation and remembered in this browser until logout (EVIDENCE-7). */
import { Checkbox, Fieldset, Group } from '@mantine/core';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';

const KEY = 'textprobe-keep-for-next-test';

const PARTS = [
  ['message', 'Message'],
  ['recipients', 'Recipients'],
  ['schedule', 'Schedule'],
] as const;
type Part = (typeof PARTS)[number][0];

/** The parts that are cleared: all are kept until the operator chooses otherwise. */
function clearedParts(): Part[] {
  const stored = (localStorage.getItem(KEY) ?? '').split(' ');
  return PARTS.map(([part]) => part).filter((part) => stored.includes(part));
}

export function KeepChoices() {
  const cleared = clearedParts();
  const toggle = (part: Part, isKept: boolean) => {
    const others = clearedParts().filter((one) => one !== part);
    localStorage.setItem(KEY, (isKept ? others : [...others, part]).join(' '));
  };
  return (
    <Fieldset variant="unstyled" legend="Keep for the next test">
      <Group>
        {PARTS.map(([part, label]) => (
          <Checkbox
            key={part}
            label={label}
            defaultChecked={!cleared.includes(part)}
            onChange={(event) => toggle(part, event.currentTarget.checked)}
          />
        ))}
      </Group>
    </Fieldset>
  );
}

/** The draft for the next test: the message type stays, each other part only if it is kept. */
export function draftForNext(draft: Draft): Draft {
  const cleared = clearedParts();
  const { messageBody, kept, links, partners, clients, offices, phones, pairs } = EMPTY_DRAFT;
  const { testType, scheduledAt, recurrence, overlap } = EMPTY_DRAFT;
  return {
    ...draft,
    ...(cleared.includes('message') && { messageBody, kept, links }),
    ...(cleared.includes('recipients') && { partners, clients, offices, phones, pairs }),
    ...(cleared.includes('schedule') && { testType, scheduledAt, recurrence, overlap }),
  };
}

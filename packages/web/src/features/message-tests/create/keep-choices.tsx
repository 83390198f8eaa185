/** What the form keeps for the next test, asked after each creation and remembered in this browser until logout (EVIDENCE-7). */
import { Checkbox, Group } from '@mantine/core';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';

const KEY = 'textprobe-keep-for-next-test';

const PARTS = ['Message', 'Recipients', 'Schedule'] as const;

/** All parts are kept until the operator chooses otherwise; those that are cleared are stored. */
function keptParts() {
  const cleared = (localStorage.getItem(KEY) ?? '').split(' ');
  return PARTS.filter((part) => !cleared.includes(part.toLowerCase()));
}

export function KeepChoices() {
  const store = (kept: string[]) => {
    const cleared = PARTS.filter((part) => !kept.includes(part));
    localStorage.setItem(KEY, cleared.join(' ').toLowerCase());
  };
  return (
    <Checkbox.Group label="Keep for the next test" mt="sm" defaultValue={keptParts()} onChange={store}>
      <Group mt={4}>
        {PARTS.map((part) => (
          <Checkbox key={part} value={part} label={part} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** The draft for the next test: the message type stays, each other part only if it is kept. */
export function draftForNext(draft: Draft): Draft {
  const kept = keptParts();
  const { messageBody, links, partners, clients, offices, phones, pairs } = EMPTY_DRAFT;
  const { testType, scheduledAt, recurrence, overlap } = EMPTY_DRAFT;
  return {
    ...draft,
    ...(!kept.includes('Message') && { messageBody, kept: EMPTY_DRAFT.kept, links }),
    ...(!kept.includes('Recipients') && { partners, clients, offices, phones, pairs }),
    ...(!kept.includes('Schedule') && { testType, scheduledAt, recurrence, overlap }),
  };
}

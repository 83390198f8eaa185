import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type MessageWhy, messageWhyCalls } from '@textprobe/contract/message-why';
import { expect, it } from 'vitest';
import { answer, expectAccessible, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { at, confirmedLog } from '../../testing/sample-logs.ts';
import { stubFetch } from '../../testing/stub-fetch.ts';
import { VerdictWhy } from './verdict-why.tsx';

const WHY: MessageWhy = {
  testLogID: 1,
  testActivityStatus: 'RECEIVED',
  verdict: 'confirmed',
  settled: true,
  deadlineAt: at('59.000'),
  waitsFor: null,
  setAside: [],
  evidence: [{ kind: 'created', at: at('00.000'), verdict: 'waiting' }],
  joinedText: null,
  parts: [],
  rule: [],
  addsUp: true,
};

it('GUARD-11 a message with set-aside evidence says so, and what an administrator can do', async () => {
  const times = { tries: 3, lastTryAt: at('33.000'), nextTryAt: at('38.000') };
  stubFetch(answer(messageWhyCalls.messageWhy, { ...WHY, setAside: [{ what: 'receipt', ...times }] }));
  renderPart(<VerdictWhy log={confirmedLog()} />);
  await userEvent.click(screen.getByText('Why “confirmed”?'));
  const setAside = await screen.findByRole('region', { name: 'Set aside' });
  expect(setAside.textContent).toContain(
    'could not be applied. 3 tries, last at 11/21/2026 12:00:33; next at 11/21/2026 12:00:38.',
  );
  expect(setAside.textContent).toContain('textprobe set-aside retry');
  await expectAccessible();
});

it('SERVER-3 a failure to load evidence says so and can be retried; incomplete evidence says so too', async () => {
  const answers = { ...failure(messageWhyCalls.messageWhy) };
  stubFetch(answers);
  renderPart(<VerdictWhy log={confirmedLog()} />);
  await userEvent.click(screen.getByText('Why “confirmed”?'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the evidence.');
  expectLogged(/Failed to load the evidence/);
  Object.assign(answers, answer(messageWhyCalls.messageWhy, { ...WHY, addsUp: false }));
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/Part of the evidence is missing/)).toBeDefined();
  await expectAccessible();
});

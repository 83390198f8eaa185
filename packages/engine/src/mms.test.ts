import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

test('an MMS is never handed to a gateway that sends none: it ends as rejected and says why, an SMS beside it goes out', async () => {
  world = await createWorld({ offices: 1, phones: 2 });
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  const mms = await world.createTest({ body: 'A picture', messageType: 'MMS' });
  const ended = await world.until(async () => {
    const row = await world.test(mms);
    return row.execution_status === 'FAILED' && row;
  });
  expect(ended.next_due).toBeNull();
  const messages = await world.messagesOf(mms);
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    expect(message).toMatchObject({
      message_type: 'MMS',
      submission_state: 4,
      submission_error: 'This gateway sends no MMS.',
      status: 3,
    });
    expect(message.settled_at).not.toBeNull();
  }
  expect(gateway.submissions).toEqual([]);

  await world.createTest({ body: 'Only text' });
  await gateway.submitted(2);
  expect(gateway.submissions.every(({ text }) => text.startsWith('Only text'))).toBe(true);
});

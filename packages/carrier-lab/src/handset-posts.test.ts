/** Reports of handsets and their retries, with virtual time and real HTTP. */
import { createManualClock } from '@textprobe/smpp/testing/manual-clock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandsetPosts } from './handset-posts.ts';
import { createSchedule } from './schedule.ts';
import { createInbox, type Inbox } from './testing/inbox.ts';
import { createRecordingLog } from './testing/recording-log.ts';

let inbox: Inbox | undefined;
afterEach(async () => {
  await inbox?.close();
  inbox = undefined;
});

const TEXT = {
  messageCode: 'Hi #K3J9QX2M4TA',
  messageBody: 'Hi #K3J9QX2M4TA',
  sender: '+12025550100',
  receivedAt: '2026-11-21T18:00:00.000Z',
};

async function setUp(...answers: { status: number; headers?: Record<string, string> }[]) {
  inbox = await createInbox();
  inbox.answerWith(...answers);
  const clock = createManualClock();
  const schedule = createSchedule(clock);
  const log = createRecordingLog();
  const posts = createHandsetPosts({ clock, schedule, log, target: inbox.url, onSettled: () => {} });
  const send = () => posts.post('+12125550101', 'secret', TEXT);
  const settled = () => vi.waitFor(() => expect(posts.pending).toBe(0), { timeout: 15_000 });
  return { inbox, clock, schedule, log, posts, send, settled };
}

describe('handset posts', () => {
  it('CALL-16 posts the received text with the handset key', async () => {
    const { inbox, posts, send, settled } = await setUp();
    send();
    await settled();
    expect(inbox.posts).toMatchObject([
      {
        method: 'POST',
        path: '/api/tests/sm/v1/deliverabilitytestlogs/message-received/sms',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: TEXT,
      },
    ]);
    expect(posts.stats()).toEqual({ confirmed: 1, refused: 0, givenUp: 0 });
  });

  it('retries with backoff after a server error', async () => {
    const { inbox, clock, schedule, posts, send, settled } = await setUp({ status: 500 }, { status: 503 });
    send();
    for (const [tries, delay] of [500, 1_000].entries()) {
      await settled();
      expect(inbox.posts).toHaveLength(tries + 1);
      clock.advance(delay - 1);
      expect(schedule.size).toBe(1);
      clock.advance(1);
    }
    await settled();
    expect(inbox.posts).toHaveLength(3);
    expect(posts.stats()).toEqual({ confirmed: 1, refused: 0, givenUp: 0 });
  });

  it('honors Retry-After', async () => {
    const { inbox, clock, schedule, send, settled } = await setUp({
      status: 429,
      headers: { 'retry-after': '7' },
    });
    send();
    await settled();
    clock.advance(6_999);
    expect(schedule.size).toBe(1);
    clock.advance(1);
    await settled();
    expect(inbox.posts).toHaveLength(2);
  });

  it('gives up after ten attempts without an answer, and logs it', async () => {
    const { clock, schedule, log, posts, send, settled } = await setUp();
    posts.setTarget(null);
    send();
    await settled();
    while (schedule.size > 0) {
      clock.advance(60_000);
      await settled();
    }
    expect(posts.stats()).toEqual({ confirmed: 0, refused: 0, givenUp: 1 });
    expect(log.complaints).toHaveLength(1);
  });

  it('uses a target that is set later', async () => {
    const { inbox, clock, posts, send, settled } = await setUp();
    posts.setTarget(null);
    send();
    await settled();
    posts.setTarget(inbox.url);
    clock.advance(500);
    await settled();
    expect(inbox.posts).toHaveLength(1);
  });

  it.each([401, 404])('accepts %i as final and logs it once', async (status) => {
    const { inbox, schedule, log, posts, send, settled } = await setUp({ status }, { status }, { status });
    for (let index = 0; index < 3; index += 1) send();
    await settled();
    expect(schedule.size).toBe(0);
    expect(inbox.posts).toHaveLength(3);
    expect(posts.stats()).toEqual({ confirmed: 0, refused: 3, givenUp: 0 });
    expect(log.complaints).toHaveLength(1);
  });

  it('times out after ten seconds by its clock', async () => {
    const { inbox, clock, schedule, posts, send } = await setUp();
    const hanging = await createInbox({ isSilent: true });
    posts.setTarget(hanging.url);
    send();
    await vi.waitFor(() => expect(hanging.posts).toHaveLength(1), { timeout: 15_000 });
    clock.advance(10_000);
    await vi.waitFor(() => expect(schedule.size).toBe(1), { timeout: 15_000 });
    posts.setTarget(inbox.url);
    clock.advance(500);
    await vi.waitFor(() => expect(posts.stats().confirmed).toBe(1), { timeout: 15_000 });
    await hanging.close();
  });
});

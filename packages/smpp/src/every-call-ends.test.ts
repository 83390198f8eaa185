/** Every call ends (answered, timed out or closed) whatever the peer does, and other sessions are unaffected. */
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SmppServerSession } from './server.ts';
import { SmppError } from './smpp-error.ts';
import {
  type FaultyResponse,
  faultyResponse,
  keepsStreamReadable,
  sendFaultyResponse,
} from './testing/faulty-responses.ts';
import { createManualClock, type ManualClock } from './testing/manual-clock.ts';
import { bindRaw, listenRaw, type RawPeer } from './testing/raw-peer.ts';
import { connectPair, connectTo, type SessionPair } from './testing/session-pair.ts';

const TIMES = 100;
const RESPONSE_TIMEOUT_MS = 1_000;
const WINDOW = 6;
const script = fc.array(faultyResponse, { minLength: 1, maxLength: 10 });
const hello = { destinationAddr: '12025550123', shortMessage: Buffer.from('Hello') };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** How a call ended; null while it is pending. */
type Ending = { readonly reason: string } | { readonly answered: string } | null;

function follow(call: Promise<unknown>): { ending: Ending } {
  const followed: { ending: Ending } = { ending: null };
  call.then(
    (answer) => {
      followed.ending = {
        answered: (answer as { command?: string } | undefined)?.command ?? 'enquire_link_resp',
      };
    },
    (error: unknown) => {
      followed.ending = {
        reason: error instanceof SmppError ? error.reason : `no SmppError: ${String(error)}`,
      };
    },
  );
  return followed;
}

const expectedReasons = ['timeout', 'closed', 'window-full'];

/** Makes the peer respond to each request with the next line of the script, and correctly after the last. */
async function respondOddly(
  peer: RawPeer,
  answers: readonly FaultyResponse[],
  lateResponses: (() => void)[],
): Promise<void> {
  const left = [...answers];
  for (;;) {
    const request = await peer.next().catch(() => null);
    if (request === null) return;
    if (!request.command.endsWith('_resp') && request.command !== 'generic_nack')
      sendFaultyResponse(peer, request, left.shift() ?? { kind: 'answer' }, lateResponses);
  }
}

/** Waits until all calls have ended or 40 turns have passed; the rest end by their timeout. */
async function settle(calls: readonly { readonly ending: Ending }[]): Promise<void> {
  for (let turns = 0; turns < 40 && calls.some(({ ending }) => ending === null); turns += 1) await turn();
}

/** Advances the clock to the last timeout and expects every call to have ended. */
async function expectAllEnded(
  calls: readonly { readonly ending: Ending }[],
  clock: ManualClock,
): Promise<void> {
  clock.advance(RESPONSE_TIMEOUT_MS);
  await turn();
  for (const { ending } of calls) {
    expect(ending).not.toBeNull();
    if (ending && 'reason' in ending) expect(ending.reason).toBeOneOf(expectedReasons);
  }
}

/** Checks that another pair's requests and responses are unaffected. */
function createBystander({ client, session }: SessionPair): () => Promise<void> {
  let count = 0;
  session.onSubmitSm((pdu) =>
    session.respond(pdu, { status: 0, messageId: `own ${String(pdu.shortMessage)}` }),
  );
  return async () => {
    count += 1;
    const text = `${count}`;
    const answers = await Promise.all([
      client.submitSm({ ...hello, shortMessage: Buffer.from(text) }),
      session.deliverSm({ shortMessage: Buffer.from(text) }),
    ]);
    expect(answers).toMatchObject([{ status: 0, messageId: `own ${text}` }, { status: 0 }]);
  };
}

describe('every call', () => {
  it('of a client ends, whatever its SMSC does', async () => {
    const { port, accept } = await listenRaw();
    const kinds = fc.array(fc.boolean(), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(script, kinds, fc.boolean(), async (answers, calls, unbinds) => {
        const clock = createManualClock();
        const settings = { clock, window: WINDOW, responseTimeoutMs: RESPONSE_TIMEOUT_MS };
        const connecting = connectTo(port, settings);
        const peer = await accept();
        peer.send('bind_transceiver_resp', (await peer.expect('bind_transceiver')).sequence);
        const client = await connecting;
        const lateResponses: (() => void)[] = [];
        void respondOddly(peer, answers, lateResponses);

        const followed = calls.map((isEnquiry) =>
          follow(isEnquiry ? client.enquireLink() : client.submitSm(hello)),
        );
        await settle(followed);
        await expectAllEnded(followed, clock);

        for (const answer of lateResponses) answer();
        if (answers.every(keepsStreamReadable)) {
          // If the script was not used up, the next response may be odd too; the call ends all the same.
          const next = [follow(client.submitSm(hello)), follow(client.enquireLink())];
          await settle(next);
          await expectAllEnded(next, clock);
        }
        const last = follow(client.submitSm(hello));
        const leaving = unbinds ? client.unbind() : client.destroy();
        await settle([last]);
        // Unbinding waits for the responses in flight, then for its own.
        clock.advance(RESPONSE_TIMEOUT_MS);
        await leaving;
        clock.advance(RESPONSE_TIMEOUT_MS);
        await expectAllEnded([last], clock);
        expect(await client.closed).toMatchObject({ reason: expect.any(String) });
        peer.socket.destroy();
        await peer.ended;
        expect(clock.pending).toBe(0);
      }),
      { numRuns: soakTimes(TIMES), endOnFailure: true },
    );
  });

  it('of a server ends, whatever its ESME does, and another session of that server is unaffected', async () => {
    const bound: SmppServerSession[] = [];
    const pair = await connectPair({
      onDeliverSm: async () => 0,
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    });
    const { server, clock, client } = pair;
    const expectUntouched = createBystander(pair);
    await fc.assert(
      fc.asyncProperty(
        script,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
        async (answers, calls) => {
          const peer = await bindRaw(server.port);
          const own = await pair.nextSession();
          bound.push(own);
          const lateResponses: (() => void)[] = [];
          void respondOddly(peer, answers, lateResponses);

          const followed = calls.map((byData) => follow(byData ? own.dataSm({}) : own.deliverSm(hello)));
          await expectUntouched();
          await settle(followed);
          clock.advance(10_000);
          await expectAllEnded(followed, clock);
          for (const answer of lateResponses) answer();
          await expectUntouched();
          peer.socket.destroy();
          expect(await own.closed).toMatchObject({ reason: expect.any(String) });
          await expect(own.deliverSm(hello)).rejects.toMatchObject({ reason: 'closed' });
          await expectUntouched();
        },
      ),
      { numRuns: soakTimes(TIMES), endOnFailure: true },
    );
    expect(client.isOpen).toBe(true);
    expect(server.sessions.size).toBe(1);
    expect(bound.every(({ isOpen }) => !isOpen)).toBe(true);
  });
});

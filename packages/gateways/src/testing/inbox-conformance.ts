/** The conformance suite for every Inbox, with any dialect. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Arrival,
  type ArrivalOutcome,
  type Inbox,
  type InboxRequest,
  type InboxResponse,
  type PhonePing,
} from '../inbox-port.ts';

export interface InboxRig {
  readonly inbox: Inbox;
  /** The phone whose credentials the requests below use. */
  readonly phoneId: number;
  /** A valid report of this text, in the inbox's dialect. */
  report(text: string): InboxRequest;
  /** The same report with wrong and with missing credentials. */
  forgeries(text: string): readonly InboxRequest[];
  /** Any body with valid credentials for it. */
  withBody(body: Uint8Array): InboxRequest;
}

/** Takes arrivals like the engine: resolves once they are committed. */
export type DeliverArrivals = (arrivals: readonly Arrival[]) => Promise<readonly ArrivalOutcome[]>;

/**
 * Registers the suite.
 * @param setUp gets the receiver of arrivals, for inboxes that store reports first and process them later
 */
export function inboxConformance(name: string, setUp: (deliverArrivals: DeliverArrivals) => InboxRig): void {
  const text = 'Your table is ready. #ABCDEFGHJKM';

  /** Posts the request that `ask` builds. */
  async function post(ask: (rig: InboxRig) => InboxRequest) {
    const arrivals: Arrival[] = [];
    const deliverArrivals: DeliverArrivals = async (handed) => {
      arrivals.push(...handed);
      return handed.map(() => matched);
    };
    const rig = setUp(deliverArrivals);
    const request = ask(rig);
    return {
      rig,
      request,
      arrivals,
      response: await receiveAt(rig.inbox, request, deliverArrivals, noPings),
    };
  }

  describe(`${name} as an Inbox`, () => {
    test('turns a report into an arrival of its phone', async () => {
      const { rig, arrivals } = await post(({ report }) => report(text));
      expect(arrivals).toMatchObject([{ inbox: rig.inbox.name, phoneId: rig.phoneId, text }]);
      expect(arrivals[0]?.messageCode).toContain('ABCDEFGHJKM');
    });

    test('Promise 1: answers 2xx for a known message, and only once it is committed', async () => {
      const commit = Promise.withResolvers<readonly ArrivalOutcome[]>();
      const handedOver = Promise.withResolvers<void>();
      let isCommitted = false;
      const deliverArrivals: DeliverArrivals = () => {
        handedOver.resolve();
        return commit.promise;
      };
      const { inbox, report } = setUp(deliverArrivals);
      const answer = receiveAt(inbox, report(text), deliverArrivals, noPings).then((response) => ({
        response,
        isCommitted,
      }));
      await handedOver.promise;
      await new Promise((resolve) => setImmediate(resolve));
      isCommitted = true;
      commit.resolve([matched]);
      expect(await answer).toMatchObject({ response: { status: expect.toBeOneOf([200, 201, 202, 204]) } });
      expect((await answer).isCommitted).toBe(true);
    });

    test('rejects when the commit fails, so that the HTTP edge answers with an error and the handset retries', async () => {
      const deliverArrivals: DeliverArrivals = () => Promise.reject(new Error('the database is down'));
      const { inbox, report } = setUp(deliverArrivals);
      const receiving = receiveAt(inbox, report(text), deliverArrivals, noPings);
      await expect(receiving).rejects.toThrow('the database is down');
    });

    test('a resent report gives the same arrival and the same answer', async () => {
      const first = await post(({ report }) => report(text));
      const second = await post(() => first.request);
      expect(second.arrivals).toEqual(first.arrivals);
      expect(second.response).toEqual(first.response);
    });

    test('CALL-21 refuses wrong and missing credentials with 401 and delivers nothing', async () => {
      const forged = setUp(async () => []).forgeries(text);
      expect(forged.length).toBeGreaterThan(0);
      for (const request of forged) {
        const { response, arrivals } = await post(() => request);
        expect(response).toMatchObject({ status: 401, problem: { code: expect.any(String) } });
        expect(arrivals).toEqual([]);
      }
    });

    test('answers a body that is not in its dialect with a 4xx, a code and a sentence, and delivers nothing', async () => {
      const bodies = [
        '',
        'not at all',
        '{"',
        '[]',
        'null',
        '"text"',
        '{}',
        '\u0000',
        'x'.repeat(5_000_000),
      ].map((body) => Buffer.from(body));
      for (const body of [...bodies, Buffer.of(0xff, 0xfe, 0x00)]) {
        const { response, arrivals } = await post(({ withBody }) => withBody(body));
        expect(response.status, String(body).slice(0, 50)).toBeOneOf([400, 422]);
        expect(response).toMatchObject({
          problem: { code: expect.any(String), detail: expect.stringMatching(/\w+ \w+.*\.$/) },
        });
        expect(arrivals).toEqual([]);
      }
    });

    test('accepts the longest text that can be sent, and cuts a longer one in the middle', async () => {
      const longest = `${'ж'.repeat(10_000)} #ABCDEFGHJKM`;
      expect((await post(({ report }) => report(longest))).arrivals).toMatchObject([{ text: longest }]);
      const { response, arrivals } = await post(({ report }) =>
        report(`Hi ${'x'.repeat(20_000)} #ABCDEFGHJKM`),
      );
      expect(response.status).toBeLessThan(300);
      expect(arrivals).toMatchObject([
        {
          text: expect.stringMatching(/^Hi x+…x+ #ABCDEFGHJKM$/),
          ignored: [{ reason: 'had more than 20,000 characters and was cut in the middle' }],
        },
      ]);
      expect(arrivals[0]?.text).toHaveLength(20_000);
    });

    test('a damaged body is either accepted or refused with 400 or 422', async () => {
      const { body } = setUp(async () => []).report(text);
      await fc.assert(
        fc.asyncProperty(damaged(Buffer.from(body)), async (bytes) => {
          const { response, arrivals } = await post(({ withBody }) => withBody(bytes));
          const taken = response.status < 300;
          expect(response.status).toBeOneOf([200, 202, 400, 422]);
          if (!taken) expect(arrivals).toEqual([]);
        }),
        { numRuns: 300 },
      );
    });

    test('has paths under /api/ only', () => {
      const { inbox } = setUp(async () => []);
      expect(inbox.paths.length).toBeGreaterThan(0);
      for (const path of inbox.paths) expect(path).toMatch(/^\/api\//);
    });
  });
}

/** A body that is truncated, overwritten in the middle, or has a piece of it repeated. */
function damaged(body: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat({ max: body.length });
  return fc.oneof(
    place.map((end) => body.subarray(0, end)),
    fc
      .tuple(place, fc.uint8Array({ minLength: 1, maxLength: 8 }))
      .map(([at, bytes]) => Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + bytes.length)])),
    fc
      .tuple(place, place, place)
      .map(([at, from, to]) =>
        Buffer.concat([
          body.subarray(0, at),
          body.subarray(Math.min(from, to), Math.max(from, to)),
          body.subarray(at),
        ]),
      ),
    fc.json().map((json) => Buffer.from(json)),
  );
}

const matched: ArrivalOutcome = { kind: 'matched', testLogID: 7, testActivityStatus: 'RECEIVED' };

async function noPings(): Promise<void> {}

/** Posts a request; each arrival gets `outcome`. */
export async function receive(
  inbox: Inbox,
  request: InboxRequest,
  outcome: ArrivalOutcome,
): Promise<{ response: InboxResponse; arrivals: Arrival[]; pings: PhonePing[] }> {
  const arrivals: Arrival[] = [];
  const pings: PhonePing[] = [];
  const response = await receiveAt(
    inbox,
    request,
    async (handed) => {
      arrivals.push(...handed);
      return handed.map(() => outcome);
    },
    async (recorded) => void pings.push(...recorded),
  );
  return { response, arrivals, pings };
}

/** Processes a whole request: checks its credentials, then handles its body. */
export async function receiveAt(
  inbox: Inbox,
  request: InboxRequest,
  deliver: (arrivals: readonly Arrival[]) => Promise<readonly ArrivalOutcome[]>,
  recordPings: (pings: readonly PhonePing[]) => Promise<void>,
): Promise<InboxResponse> {
  const admitted = await inbox.admit(request);
  return admitted.kind === 'refused' ? admitted.response : admitted.receive(request, deliver, recordPings);
}

/** What every Inbox must do, whatever dialect its handsets speak: run over each implementation. */
import { describe, expect, test } from 'vitest';
import type {
  Arrival,
  ArrivalOutcome,
  HandsetSign,
  Inbox,
  InboxRequest,
  InboxResponse,
} from '../inbox-port.ts';

export interface InboxRig {
  readonly inbox: Inbox;
  /** The phone whose credentials the requests below bear. */
  readonly phoneId: number;
  /** A sound report of this text, as the far side sends it. */
  report(text: string): InboxRequest;
  /** The same with credentials that are wrong, and with none at all. */
  forgeries(text: string): readonly InboxRequest[];
}

/** Registers the suite. */
export function inboxConformance(name: string, setUp: () => InboxRig): void {
  const text = 'Your table is ready. #ABCDEFGHJKM';

  describe(`${name} as an Inbox`, () => {
    test('turns a report into an arrival of its phone', async () => {
      const { inbox, phoneId, report } = setUp();
      const { arrivals } = await receive(inbox, report(text), matched);
      expect(arrivals).toMatchObject([{ inbox: inbox.name, phoneId, text }]);
      expect(arrivals[0]?.messageCode).toContain('ABCDEFGHJKM');
    });

    test('Promise 1: answers 2xx for a known message, and only once it is committed', async () => {
      const { inbox, report } = setUp();
      const commit = Promise.withResolvers<readonly ArrivalOutcome[]>();
      const handedOver = Promise.withResolvers<void>();
      let isCommitted = false;
      const answer = inbox
        .receive(
          report(text),
          () => {
            handedOver.resolve();
            return commit.promise;
          },
          noSigns,
        )
        .then((response) => ({ response, isCommitted }));
      await handedOver.promise;
      await new Promise((resolve) => setImmediate(resolve));
      isCommitted = true;
      commit.resolve([matched]);
      expect(await answer).toMatchObject({ response: { status: expect.toBeOneOf([200, 201, 202, 204]) } });
      expect((await answer).isCommitted).toBe(true);
    });

    test('a commit that fails is no answer at all: the edge says so and the handset tries again', async () => {
      const { inbox, report } = setUp();
      const receiving = inbox.receive(
        report(text),
        () => Promise.reject(new Error('the database is away')),
        noSigns,
      );
      await expect(receiving).rejects.toThrow('the database is away');
    });

    test('CALL-21 refuses wrong and missing credentials with 401 and hands nothing over', async () => {
      const { inbox, forgeries } = setUp();
      expect(forgeries(text).length).toBeGreaterThan(0);
      for (const request of forgeries(text)) {
        const { response, arrivals } = await receive(inbox, request, matched);
        expect(response).toMatchObject({ status: 401, problem: { code: expect.any(String) } });
        expect(arrivals).toEqual([]);
      }
    });

    test('a body that is none of its dialect is a 4xx with a code and a sentence, and hands nothing over', async () => {
      const { inbox, report } = setUp();
      const bodies = ['', 'not at all', '{"', '[]', 'null', '"text"', '{}', '\u0000'].map((body) =>
        Buffer.from(body),
      );
      for (const body of [...bodies, Buffer.of(0xff, 0xfe, 0x00)]) {
        const { response, arrivals } = await receive(inbox, { ...report(text), body }, matched);
        expect(response.status, String(body)).toBeOneOf([400, 422]);
        expect(response).toMatchObject({
          problem: { code: expect.any(String), detail: expect.stringMatching(/\w+ \w+.*\.$/) },
        });
        expect(arrivals).toEqual([]);
      }
    });

    test('takes its own paths only under /api/', () => {
      const { inbox } = setUp();
      expect(inbox.paths.length).toBeGreaterThan(0);
      for (const path of inbox.paths) expect(path).toMatch(/^\/api\//);
    });
  });
}

const matched: ArrivalOutcome = { kind: 'matched', testLogID: 7, testActivityStatus: 'RECEIVED' };

async function noSigns(): Promise<void> {}

/** Posts a request; each arrival ends as `outcome`. */
export async function receive(
  inbox: Inbox,
  request: InboxRequest,
  outcome: ArrivalOutcome,
): Promise<{ response: InboxResponse; arrivals: Arrival[]; signs: HandsetSign[] }> {
  const arrivals: Arrival[] = [];
  const signs: HandsetSign[] = [];
  const response = await inbox.receive(
    request,
    async (handed) => {
      arrivals.push(...handed);
      return handed.map(() => outcome);
    },
    async (reported) => void signs.push(...reported),
  );
  return { response, arrivals, signs };
}

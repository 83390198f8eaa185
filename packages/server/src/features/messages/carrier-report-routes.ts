/** Serves what a carrier needs to look up its messages: one as text, many as CSV (EVIDENCE-3). The PDF is in `pdf/`. */
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import { findMessage } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import { carrierFieldNames, carrierFields, carrierText } from '@textprobe/domain/carrier-report';
import type { Clock } from '@textprobe/domain/clock';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { FastifyInstance } from 'fastify';
import { sendCsv } from '../../http/csv-stream.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { carrierMessages, streamForCarrier } from '../../messages/carrier-messages.ts';

/** Rows per batch while a file is streamed. */
const STREAM_BATCH = 500;

interface CarrierReportDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
}

export function carrierReportRoutes(app: FastifyInstance, deps: CarrierReportDeps): void {
  const { db, codes, clock } = deps;

  route(
    app,
    calls.messageForCarrier,
    async ({ query: { testLogID }, scope }) => {
      const row = await findMessage(db, scope, codes, testLogID);
      if (row === undefined) {
        throw new ProblemError('log.unknown', `There is no test log with id ${testLogID}.`);
      }
      const fields = (await carrierMessages(db, scope, [row], false)).flatMap((message) =>
        carrierFields(message, false),
      );
      return {
        testLogID,
        fields: fields.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
        text: carrierText(fields),
      };
    },
    { answersHead: true },
  );

  route(app, calls.csvForCarrier, async ({ query, request, reply, scope }) => {
    const { testId, names = false } = query;
    const ofTest = testId === undefined ? '' : `-${testId}`;
    const csv = {
      fileName: `carrier-report${ofTest}-${losAngelesDate(clock.now())}.csv`,
      columns: carrierFieldNames(names),
      batches: rowsOf(streamForCarrier(deps, scope, query, STREAM_BATCH), names),
    };
    return app.download(request, reply, () => sendCsv(reply, csv));
  });
}

async function* rowsOf(batches: ReturnType<typeof streamForCarrier>, withNames: boolean) {
  for await (const messages of batches) {
    yield messages.map((message) => carrierFields(message, withNames).map(({ value }) => value));
  }
}

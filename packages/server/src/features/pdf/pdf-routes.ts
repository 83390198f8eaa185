/** Serves PDF reports: of a test, of a filter, and for the carrier (CALL-13, CALL-15, REPORT-10, EVIDENCE-3). */
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Clock } from '@textprobe/domain/clock';
import { createFairGate } from '@textprobe/domain/fair-gate';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { Generated, Report } from '@textprobe/reports/report-data';
import { RenderFailed, type ReportRenderer } from '@textprobe/reports/report-renderer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signalOfClose } from '../../http/disconnect.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { Thumbnails } from '../../media/thumbnails.ts';
import { requireTest } from '../../tests/require-test.ts';
import { gatherCarrierReport } from './carrier-report-pdf.ts';
import { gatherFilteredReport } from './filtered-report-pdf.ts';
import { gatherTestReport } from './test-report-pdf.ts';

interface PdfDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
  readonly reports: ReportRenderer;
  readonly thumbnails: Thumbnails;
}

/**
 * A long report takes some 2 s of a core and 400 MB. Only one report of an account is rendered at a time, so that another account's
 * need not wait for it.
 */
const LIMITS = { atOnce: 2, ofCaller: 1, waiting: 20 };
/** An immediate retry of a failed report would fail again. */
const RETRY_FAILED_MS = 10_000;
const RETRY_BUSY_MS = 5_000;

export function pdfRoutes(app: FastifyInstance, deps: PdfDeps): void {
  const { db, clock, reports } = deps;
  const gate = createFairGate(LIMITS);
  const generatedNow = (request: FastifyRequest): Generated => ({
    at: clock.now(),
    by: request.caller?.username ?? 'anonymous',
  });
  const today = () => losAngelesDate(clock.now());

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    fileName: string,
    gather: () => Promise<Report>,
  ): Promise<FastifyReply> {
    const closed = signalOfClose(reply);
    let pdf: Uint8Array | null;
    try {
      // The data is read once it is this report's turn, so that queued ones cost no memory.
      const render = () => reports.render(gather, closed);
      pdf = await gate.pass(request.identity.gateCaller(), render, closed);
    } catch (error) {
      // The client has disconnected: there is nothing to answer or to log.
      if (closed.aborted) return reply.hijack();
      explainFailure(request, error);
    }
    if (pdf === null) {
      const message = 'You have too many reports in progress. Try again in a few seconds.';
      throw new ProblemError('report.busy', message, { retryAfterMs: RETRY_BUSY_MS });
    }
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  }

  route(
    app,
    calls.generatePdf,
    async ({ query: { id }, request, reply, scope }) => {
      const generated = generatedNow(request);
      const test = await requireTest(db, scope, id);
      return send(request, reply, `test-report-${id}-${today()}.pdf`, () =>
        gatherTestReport({ ...deps, caller: request.identity.gateCaller() }, scope, test, generated),
      );
    },
    { find: ({ query: { id }, scope }) => requireTest(db, scope, id) },
  );

  route(app, calls.generateFilteredPdf, async ({ query, request, reply, scope }) => {
    const generated = generatedNow(request);
    return send(request, reply, `delivery-report-${today()}.pdf`, () =>
      gatherFilteredReport(deps, scope, query, generated),
    );
  });

  route(app, calls.pdfForCarrier, async ({ query, request, reply, scope }) => {
    const generated = generatedNow(request);
    const ofTest = query.testId === undefined ? '' : `-${query.testId}`;
    return send(request, reply, `carrier-report${ofTest}-${today()}.pdf`, () =>
      gatherCarrierReport(deps, scope, query, generated),
    );
  });
}

function explainFailure(request: FastifyRequest, error: unknown): never {
  if (error instanceof RenderFailed) {
    request.log.error({ err: error }, 'could not create a report');
    const message =
      'The report could not be created. Try again or narrow the filters; details are in the log.';
    throw new ProblemError('report.failed', message, { retryAfterMs: RETRY_FAILED_MS });
  }
  throw error;
}

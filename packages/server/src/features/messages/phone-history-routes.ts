/** A test phone's last fourteen days and last messages (DIR-5). */
import { calls } from '@textprobe/contract/calls';
import { HISTORY_DAYS, HISTORY_MESSAGES } from '@textprobe/contract/phone-history';
import type { Database } from '@textprobe/database/core/connection';
import { findEntry } from '@textprobe/database/directory/entries';
import { countDaysOfPhone, listNewestOfPhone } from '@textprobe/database/message-log/messages-of-phone';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Clock } from '@textprobe/domain/clock';
import { addDays, listDays, losAngelesDayStart } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { reportRate } from '@textprobe/domain/report-rate';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { messagesToWire } from '../../messages/message-wire.ts';

interface PhoneHistoryDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
}

export function phoneHistoryRoutes(app: FastifyInstance, { db, codes, clock }: PhoneHistoryDeps): void {
  type Asked = HandlerInput<typeof calls.phoneHistory>;
  async function requirePhone({ params: { id }, scope }: Asked): Promise<void> {
    if ((await findEntry(db, scope, 'phones', id)) === null)
      throw new ProblemError('directory.unknown', 'There is no test phone with this id.');
  }

  route(
    app,
    calls.phoneHistory,
    async (asked) => {
      await requirePhone(asked);
      const {
        params: { id },
        scope,
      } = asked;
      const now = clock.now();
      const today = losAngelesDate(now);
      const first = addDays(today, 1 - HISTORY_DAYS);
      // Includes messages created by a worker whose clock is up to an hour ahead of ours.
      const span = { from: losAngelesDayStart(first) ?? now, before: now + 3_600_000 };
      const [counts, newest] = await Promise.all([
        countDaysOfPhone(db, scope, id, span),
        listNewestOfPhone({ db, codes }, scope, id, HISTORY_MESSAGES),
      ]);
      const byDay = Map.groupBy(counts, ({ day }) => day);
      return {
        days: listDays(first, today).map((day) => {
          const ofDay = byDay.get(day) ?? [];
          const { received, known, offline } = reportRate(ofDay);
          const messages = ofDay.reduce((sum, one) => sum + one.messages, 0);
          return { day, messages, received, known, offline };
        }),
        testLogs: await messagesToWire(db, scope, newest),
      };
    },
    { find: requirePhone },
  );
}

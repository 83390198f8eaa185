/**
 * Phones that are switched off for a while, as the scenario has it: they ping nobody and receive nothing. What is sent to one
 * is kept by the carrier until it is there again, as real ones do; a phone that stays away gets nothing.
 */
import type { Absence } from './scenario-model.ts';

export interface Absences {
  /** Whether the phone (E.164) is away at an instant of the clock. */
  isAway(phoneNumber: string, at: number): boolean;
  /** The first instant from `at` on at which it is there; null where it does not come back. */
  thereFrom(phoneNumber: string, at: number): number | null;
}

/** @param startedAt the instant from which the absences are counted */
export function createAbsences(absences: readonly Absence[], startedAt: number): Absences {
  const byPhone = Map.groupBy(absences, ({ phone }) => phone);

  function absenceAt(phoneNumber: string, at: number): Absence | undefined {
    const since = at - startedAt;
    return byPhone
      .get(phoneNumber)
      ?.find(({ from, until }) => since >= from && (until === null || since < until));
  }

  return {
    isAway: (phoneNumber, at) => absenceAt(phoneNumber, at) !== undefined,
    thereFrom(phoneNumber, at) {
      let from = at;
      for (;;) {
        const absence = absenceAt(phoneNumber, from);
        if (absence === undefined) return from;
        if (absence.until === null) return null;
        from = startedAt + absence.until;
      }
    },
  };
}

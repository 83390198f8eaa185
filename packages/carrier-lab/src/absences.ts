/**
 * Phones that the scenario switches off for a while: they neither ping nor receive. As in reality, the carrier stores their
 * messages until they are back; a phone that stays off gets nothing.
 */
import type { Absence } from './scenario-model.ts';

export interface Absences {
  /** Whether the phone (E.164) is off at an instant. */
  isAway(phoneNumber: string, at: number): boolean;
  /** The first instant, not before `at`, at which it is on; null if it never comes back. */
  reachableFrom(phoneNumber: string, at: number): number | null;
}

/** @param startedAt the instant that absences are relative to */
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
    reachableFrom(phoneNumber, at) {
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

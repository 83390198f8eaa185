/** The pairs of office and phone that a run sends, in the order in which their messages are created. */
import type { RunToExpand } from '@textprobe/database/runs/runs';

type Recipients = Pick<RunToExpand, 'officeIds' | 'phoneIds' | 'pairs'>;

export interface RunPairs {
  readonly total: number;
  /** Those from `start` up to, but not including, `end`. */
  slice(start: number, end: number): { readonly officeId: number; readonly phoneId: number }[];
  /** How many follow from `start` on, by office. */
  countByOffice(start: number): Map<number, number>;
}

/** Computed, not listed: every office with every phone may be 100,000 pairs. */
export function pairsOf({ officeIds, phoneIds, pairs }: Recipients): RunPairs {
  if (pairs !== null) {
    const all = pairs.map(([officeId, phoneId]) => ({ officeId, phoneId }));
    return {
      total: all.length,
      slice: (start, end) => all.slice(start, end),
      countByOffice(start) {
        const counts = new Map<number, number>();
        for (const { officeId } of all.slice(start)) counts.set(officeId, (counts.get(officeId) ?? 0) + 1);
        return counts;
      },
    };
  }
  const offices = [...new Set(officeIds)];
  const phones = [...new Set(phoneIds)];
  return {
    total: offices.length * phones.length,
    slice: (start, end) =>
      Array.from({ length: Math.max(0, end - start) }, (_, index) => ({
        officeId: offices[Math.floor((start + index) / phones.length)] as number,
        phoneId: phones[(start + index) % phones.length] as number,
      })),
    countByOffice: (start) =>
      new Map(
        offices.map((officeId, index) => {
          const left = (index + 1) * phones.length - start;
          return [officeId, Math.min(phones.length, Math.max(0, left))];
        }),
      ),
  };
}

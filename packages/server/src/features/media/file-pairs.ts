/**
 * Pairs received files with sent ones. Carriers keep neither names nor order and may transcode, so equal bytes are paired
 * first, then the most similar pictures, then videos in order, then the rest in order, whatever their kind.
 */
import type { FileComparison } from '@textprobe/database/receptions/file-comparisons';
import { lastsAsLong, looksTheSame } from '@textprobe/domain/file-classes';

export interface ComparableFile {
  readonly id: string;
  /** Such as `image/jpeg`. */
  readonly type: string;
  readonly sha256: Buffer;
  /** A picture that cannot be decoded, or a truncated video. */
  readonly isDamaged: boolean;
  /** The length of a video, as its container declares it; null if unknown. */
  readonly lengthMs: number | null;
}

/** @param differenceOf how different two pictures look, 0 to 1; null when they cannot be compared */
export function pairFiles(
  sent: readonly ComparableFile[],
  received: readonly ComparableFile[],
  differenceOf: (sent: ComparableFile, received: ComparableFile) => number | null,
): FileComparison[] {
  const openSent = new Set(sent);
  const openReceived = new Set(received);
  const found: FileComparison[] = [];

  function pair(
    one: ComparableFile,
    other: ComparableFile,
    found_: Pick<FileComparison, 'outcome' | 'difference'>,
  ) {
    openSent.delete(one);
    openReceived.delete(other);
    found.push({ sent: one.id, received: other.id, ...found_ });
  }

  for (const one of sent) {
    const same = [...openReceived].find(({ sha256 }) => sha256.equals(one.sha256));
    if (same !== undefined) pair(one, same, { outcome: 'identical', difference: 0 });
  }
  const candidates = [...openSent].flatMap((one) =>
    [...openReceived]
      .filter((other) => kindOf(one) === kindOf(other))
      .map((other) => ({ one, other, difference: differenceOf(one, other) })),
  );
  // A stable sort: equal differences keep their order.
  for (const { one, other, difference } of candidates.toSorted(
    (a, b) => (a.difference ?? 2) - (b.difference ?? 2),
  )) {
    if (!openSent.has(one) || !openReceived.has(other)) continue;
    pair(one, other, { outcome: isSame(one, other, difference) ? 'transcoded' : 'damaged', difference });
  }
  const rest = [...openReceived];
  for (const [nth, one] of [...openSent].entries()) {
    const other = rest[nth];
    if (other !== undefined) pair(one, other, { outcome: 'other kind', difference: null });
  }
  for (const { id } of openSent)
    found.push({ sent: id, received: null, outcome: 'missing', difference: null });
  for (const { id } of openReceived)
    found.push({ sent: null, received: id, outcome: 'unexpected', difference: null });
  return found;
}

/** Whether a file with different bytes is still the one that was sent (EVIDENCE-1). */
function isSame(sent: ComparableFile, received: ComparableFile, difference: number | null): boolean {
  return !received.isDamaged && looksTheSame(difference) && lastsAsLong(sent.lengthMs, received.lengthMs);
}

/** `image` or `video`. */
function kindOf({ type }: ComparableFile): string {
  return type.split('/')[0] ?? type;
}

/** The next occurrences of the rule being chosen, as the server computes them (REC-6): asked once typing rests, a late answer dropped. */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SchedulePreview } from '@textprobe/contract/schedules';
import { HttpError } from '../../../api/http.ts';
import { previewSchedule } from '../../../api/tests.ts';
import { type FieldErrors, NO_ERRORS } from '../../../ui/field-errors.ts';
import type { Draft } from './draft.ts';
import { toWireRule } from './recurrence-draft.ts';

const REST_MS = 300;

export interface PreviewedSchedule {
  /** Of this rule, or of the one before as long as its answer is on its way; null without any. */
  readonly preview: SchedulePreview | null;
  readonly loading: boolean;
  /** What is wrong with the rule, by the fields of the payload. */
  readonly errors: FieldErrors;
  /** It could not be asked. */
  readonly failed: boolean;
}

/** Null for a test that does not recur. */
export function useSchedulePreview({ testType, recurrence }: Draft): PreviewedSchedule | null {
  const rule = JSON.stringify(toWireRule(recurrence));
  const [asked] = useDebouncedValue(rule, REST_MS);
  const recurs = testType === 'RECURRING';
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['preview-schedule', asked],
    queryFn: ({ signal }) => previewSchedule(JSON.parse(asked), signal),
    enabled: recurs,
    placeholderData: keepPreviousData,
  });
  if (!recurs) return null;
  const refused = error instanceof HttpError && error.status === 422;
  return {
    preview: refused ? null : (data ?? null),
    loading: isFetching || isPlaceholderData || asked !== rule,
    errors: refused ? ruleErrors(error) : NO_ERRORS,
    failed: error !== null && !refused,
  };
}

/** The preview is asked with the bare rule: its fields are those of `recurrenceRule`. */
function ruleErrors(error: HttpError): FieldErrors {
  const told = error.problem?.errors ?? [];
  return Object.fromEntries(
    told.map(({ field, message }) => [field === '' ? 'recurrenceRule' : `recurrenceRule.${field}`, message]),
  );
}

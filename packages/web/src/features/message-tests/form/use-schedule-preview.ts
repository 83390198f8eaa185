/** The next occurrences of the chosen rule, computed by the server (REC-6): debounced, and late responses are dropped. */
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
  /** The preview of this rule, or of the previous one while this one is loading; null without any. */
  readonly preview: SchedulePreview | null;
  readonly loading: boolean;
  /** Errors in the rule, by payload field. */
  readonly errors: FieldErrors;
  /** Whether the request failed. */
  readonly failed: boolean;
}

/** Null for a test that does not recur. */
export function useSchedulePreview({ testType, recurrence }: Draft): PreviewedSchedule | null {
  const rule = JSON.stringify(toWireRule(recurrence));
  const [debouncedRule] = useDebouncedValue(rule, REST_MS);
  const recurs = testType === 'RECURRING';
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['preview-schedule', debouncedRule],
    queryFn: ({ signal }) => previewSchedule(JSON.parse(debouncedRule), signal),
    enabled: recurs,
    placeholderData: keepPreviousData,
  });
  if (!recurs) return null;
  const refused = error instanceof HttpError && error.status === 422;
  return {
    preview: refused ? null : (data ?? null),
    loading: isFetching || isPlaceholderData || debouncedRule !== rule,
    errors: refused ? ruleErrors(error) : NO_ERRORS,
    failed: error !== null && !refused,
  };
}

/** The preview request holds the bare rule: its fields are those of `recurrenceRule`. */
function ruleErrors(error: HttpError): FieldErrors {
  const errors = error.problem?.errors ?? [];
  return Object.fromEntries(
    errors.map(({ field, message }) => [
      field === '' ? 'recurrenceRule' : `recurrenceRule.${field}`,
      message,
    ]),
  );
}

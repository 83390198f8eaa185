/**
 * A multi-select that stays one line high: it shows as many names as fit, and the count. Opens on Enter, Space or an arrow key; typing
 * filters, Enter picks, Escape closes (CREATE-10 to 12). The list and its positioning are 30 kB: loaded once the form is idle, rendered
 * when first opened.
 */
import { type KeyboardEvent, lazy, Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import type { ChoicePickerProps } from './choice-list.tsx';
import { PickerField } from './picker-field.tsx';
import { whenIdle } from './when-idle.ts';

const loadList = () => import('./choice-list.tsx');
const ChoiceList = lazy(async () => ({ default: (await loadList()).ChoiceList }));

/** More do not fit into one line. */
const MOST_NAMES = 20;

export function ChoicePicker(props: ChoicePickerProps) {
  const {
    label,
    labelHidden = false,
    options,
    value,
    allLabel,
    placeholder,
    loading = false,
    disabled = false,
    error,
  } = props;
  const [wasOpened, setWasOpened] = useState(false);
  // Not awaited: opening it sooner imports it again, and shows a failure.
  useEffect(
    () =>
      void whenIdle()
        .then(loadList)
        .catch(() => undefined),
    [],
  );
  // In a transition, so that the field stays in place until the list has loaded.
  const open = () => startTransition(() => setWasOpened(true));
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  };

  const labels = useMemo(() => new Map(options.map((option) => [option.id, option.label])), [options]);
  const known = value !== 'all' && loading && value.some((id) => !labels.has(id)) ? [] : value;
  const field = {
    label,
    labelHidden,
    chosen:
      known === 'all'
        ? [allLabel ?? 'All']
        : known.slice(0, MOST_NAMES).map((id) => labels.get(id) ?? props.unknownLabel(id)),
    count: known === 'all' ? options.length : known.length,
    error,
    placeholder,
    disabled,
  };
  return (
    <Suspense>
      {wasOpened ? (
        <ChoiceList {...props} field={field} />
      ) : (
        <PickerField
          {...field}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          onClick={open}
          onKeyDown={openByKey}
        />
      )}
    </Suspense>
  );
}

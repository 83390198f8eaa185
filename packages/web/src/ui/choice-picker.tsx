/**
 * A multi-select that stays one line high however much is chosen: the names as far as they fit, and their number. Opens
 * on Enter, Space or an arrow key; typing narrows the list, Enter picks, Escape closes (CREATE-10 to 12). The list, and what
 * places it, is 30 kB: it comes when the form is drawn, and is not part of the page before somebody opens it.
 */
import { type KeyboardEvent, lazy, Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import type { ChoicePickerProps } from './choice-list.tsx';
import { PickerField } from './picker-field.tsx';
import { whenIdle } from './when-idle.ts';

const bringList = () => import('./choice-list.tsx');
const ChoiceList = lazy(async () => ({ default: (await bringList()).ChoiceList }));

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
  // Not awaited: who opens it sooner asks for it again, and is told if it cannot be had.
  useEffect(
    () =>
      void whenIdle()
        .then(bringList)
        .catch(() => undefined),
    [],
  );
  // In a transition: the field stays where it is until the list has come.
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

/**
 * A multi-select that stays one line high: it shows as many names as fit, and the count. Opens on Enter, Space or an arrow key; typing
 * filters, Enter picks, Escape closes (CREATE-10 to 12). The list is rendered when first opened.
 */
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { ChoiceList, type ChoiceListProps, type PickerOption } from './choice-list.tsx';
import { PickerField } from './picker-field.tsx';

interface ChoicePickerProps<Entry> extends Omit<ChoiceListProps, 'options' | 'field'> {
  /** The label is already shown above, as a heading. */
  readonly labelHidden?: boolean;
  readonly entries: readonly Entry[];
  /**
   * The option of an entry; the same function for the same entries. Called for all of them once the list is opened, before that only
   * for those named in the field: the options of 10,000 offices take a slow phone 150 ms.
   */
  readonly optionOf: (entry: Entry) => PickerOption;
  readonly placeholder: string;
  /** Whether entries are loading: the placeholder then replaces chosen ones without a name. */
  readonly loading?: boolean;
  readonly disabled?: boolean;
  /** A sentence under the label. */
  readonly description?: string | undefined;
  readonly error?: ReactNode;
  /** Label of a chosen id that is not among the entries. */
  readonly unknownLabel: (id: number) => string;
}

/** More do not fit into one line. */
const MOST_NAMES = 20;
const NOTHING: readonly never[] = [];

export function ChoicePicker<Entry extends { readonly id: number }>(props: ChoicePickerProps<Entry>) {
  const {
    labelHidden = false,
    entries,
    optionOf,
    placeholder,
    loading = false,
    disabled = false,
    description,
    error,
    unknownLabel,
    ...list
  } = props;
  const { label, value, allLabel } = list;
  const [wasOpened, setWasOpened] = useState(false);
  const options = useMemo(
    () => (wasOpened ? entries.map(optionOf) : NOTHING),
    [wasOpened, entries, optionOf],
  );
  // First, so that what can no longer be chosen is found and removed.
  const unlisted = useMemo(() => {
    if (!wasOpened || loading || value === 'all') return NOTHING;
    const listed = new Set(entries.map(({ id }) => id));
    return value.filter((id) => !listed.has(id));
  }, [wasOpened, loading, value, entries]);
  const open = () => setWasOpened(true);
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  };

  const named: readonly number[] = useMemo(
    () => (value === 'all' ? NOTHING : value.slice(0, MOST_NAMES)),
    [value],
  );
  const labels = useMemo(() => {
    const shown = entries.filter(({ id }) => named.includes(id));
    return new Map(shown.map((entry) => [entry.id, optionOf(entry).label]));
  }, [named, entries, optionOf]);
  const isWaiting = loading && named.some((id) => !labels.has(id));
  const field = {
    label,
    labelHidden,
    chosen:
      value === 'all'
        ? [allLabel ?? 'All']
        : isWaiting
          ? []
          : named.map((id) => labels.get(id) ?? unknownLabel(id)),
    count: value === 'all' ? entries.length : isWaiting ? 0 : value.length,
    description,
    error,
    placeholder,
    disabled,
  };
  return wasOpened ? (
    <ChoiceList
      {...list}
      options={
        unlisted.length === 0
          ? options
          : [...unlisted.map((id) => ({ id, label: unknownLabel(id) })), ...options]
      }
      field={field}
    />
  ) : (
    <PickerField
      {...field}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={open}
      onKeyDown={openByKey}
    />
  );
}

/**
 * A multi-select that stays one line high: it shows as many names as fit, and the count. Opens on Enter, Space or an arrow key; typing
 * filters, Enter picks, Escape closes (CREATE-10 to 12).
 */
import { Combobox, ComboboxChevron, Input, InputBase, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { figure } from '@textprobe/domain/figures';
import { type FocusEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { type Choice, toggle } from './choice.ts';
import classes from './choice-picker.module.css';

export interface PickerOption {
  readonly id: number;
  readonly label: string;
  /** Options are grouped under this name. */
  readonly group?: string;
  /** A remark after the label. */
  readonly note?: string;
}

interface ChoicePickerProps<Entry> {
  readonly label: string;
  /** The label is already shown above, as a heading. */
  readonly labelHidden?: boolean;
  readonly entries: readonly Entry[];
  /** Called for all entries while the list is open, otherwise only for those named in the field: there may be 10,000. */
  readonly optionOf: (entry: Entry) => PickerOption;
  readonly value: Choice;
  readonly onChange: (choice: Choice) => void;
  /** Label of an option that selects every entry, loaded or not; without it there is none. */
  readonly allLabel?: string;
  /** Called each time the list opens. */
  readonly onOpen?: () => void;
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

/** Limit of rendered options; typing narrows a longer list. Each press draws them again. */
const DRAWN = 50;
/** More do not fit into one line. */
const MOST_NAMES = 20;

export function ChoicePicker<Entry extends { readonly id: number }>(props: ChoicePickerProps<Entry>) {
  const { label, labelHidden = false, entries, optionOf, value, onChange, allLabel, onOpen } = props;
  const { placeholder, loading = false, disabled = false, description, error, unknownLabel } = props;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => {
      // Not `focusSearchInput`: before the list has its place, the focus would scroll the page to the top.
      setTimeout(() => combobox.searchRef.current?.focus({ preventScroll: true }));
      onOpen?.();
    },
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      // Not if the focus has already moved on, by Tab or a click elsewhere.
      if (combobox.searchRef.current === document.activeElement) combobox.focusTarget();
    },
  });
  const { dropdownOpened: isOpen, setListId, selectFirstOption } = combobox;
  // Known before the list first opens: the field names it in aria-controls.
  const id = useId();
  useEffect(() => setListId(id), [setListId, id]);

  const options = useMemo(() => {
    if (!isOpen) return [];
    const listed = new Set(entries.map((entry) => entry.id));
    // First, so that what can no longer be chosen is found and removed.
    const unlisted = loading || value === 'all' ? [] : value.filter((chosen) => !listed.has(chosen));
    return [
      ...unlisted.map((chosen) => ({ id: chosen, label: unknownLabel(chosen) })),
      ...entries.map(optionOf),
    ];
  }, [isOpen, entries, optionOf, loading, value, unknownLabel]);
  const matches = useMemo(() => {
    const words = search.trim().toLowerCase();
    if (words === '') return options;
    return options.filter(({ label: name, group = '' }: PickerOption) =>
      `${name} ${group}`.toLowerCase().includes(words),
    );
  }, [options, search]);
  const showAll = allLabel !== undefined && search === '';
  // Enter picks the first match, also among options that load after the search was typed.
  const firstMatch = matches[0]?.id;
  useEffect(() => {
    if (search !== '' && firstMatch !== undefined) selectFirstOption();
  }, [search, firstMatch, selectFirstOption]);

  const closeOnLeave = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (next !== null && !event.currentTarget.contains(next)) combobox.closeDropdown();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(picked) => onChange(toggle(value, picked === 'all' ? 'all' : Number(picked)))}
      position="bottom-start"
      width="target"
      // In DOM order with the fields, so that Tab moves to the next one.
      withinPortal={false}
      // Otherwise a hundred hidden elements are measured on every render of the form.
      keepMounted={false}
      transitionProps={{ duration: 0 }}
      resetSelectionOnOptionHover
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <InputBase
          component="button"
          type="button"
          label={labelHidden ? null : label}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          description={description}
          error={error}
          disabled={disabled}
          pointer
          rightSection={<ComboboxChevron />}
          rightSectionPointerEvents="none"
          classNames={{ input: classes.input }}
          onClick={() => combobox.toggleDropdown()}
        >
          <ChosenNames {...{ entries, optionOf, value, allLabel, placeholder, loading, unknownLabel }} />
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown} onBlur={closeOnLeave}>
        <Combobox.Search
          value={search}
          aria-label={`Search ${label}`}
          placeholder="Type to search"
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter picks an option; it must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Combobox.Options
          id={id}
          className={classes.options}
          tabIndex={-1}
          aria-label={label}
          aria-multiselectable
        >
          {showAll && <PickerRow id="all" label={allLabel} active={value === 'all'} />}
          {[...Map.groupBy(matches.slice(0, DRAWN), ({ group = '' }: PickerOption) => group)].map(
            ([group, found]) => {
              const rows = found.map((option) => (
                <PickerRow
                  key={option.id}
                  {...option}
                  active={value === 'all' || value.includes(option.id)}
                  disabled={value === 'all'}
                />
              ));
              return group === '' ? (
                rows
              ) : (
                <Combobox.Group key={group} label={group}>
                  {rows}
                </Combobox.Group>
              );
            },
          )}
          {matches.length === 0 && !showAll && <Combobox.Empty>No match</Combobox.Empty>}
          {matches.length > DRAWN && (
            <Combobox.Empty>{matches.length - DRAWN} more: type to narrow the list</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type ChosenNamesProps<Entry> = Pick<
  ChoicePickerProps<Entry>,
  'entries' | 'optionOf' | 'value' | 'placeholder' | 'loading' | 'unknownLabel'
> & { readonly allLabel: string | undefined };

/** In the field: the names of the chosen entries, as many as fit on one line, and their count. */
function ChosenNames<Entry extends { readonly id: number }>(props: ChosenNamesProps<Entry>) {
  const { entries, optionOf, value, allLabel = 'All', placeholder, loading, unknownLabel } = props;
  const named = value === 'all' ? [] : value.slice(0, MOST_NAMES);
  const labels = useMemo(() => {
    const shown = entries.filter(({ id }) => value !== 'all' && value.slice(0, MOST_NAMES).includes(id));
    return new Map(shown.map((entry) => [entry.id, optionOf(entry).label]));
  }, [entries, optionOf, value]);
  const isWaiting = loading && named.some((id) => !labels.has(id));
  const names = value === 'all' ? [allLabel] : named.map((id) => labels.get(id) ?? unknownLabel(id));
  const count = value === 'all' ? entries.length : value.length;
  return (
    <span className={classes.value}>
      {isWaiting || names.length === 0 ? (
        <Input.Placeholder className={classes.names}>{placeholder}</Input.Placeholder>
      ) : (
        <span className={classes.names}>{names.join(', ')}</span>
      )}
      {count > 1 && !isWaiting && <span className={classes.count}>{figure(count)}</span>}
    </span>
  );
}

interface PickerRowProps extends Omit<PickerOption, 'id' | 'group'> {
  readonly id: 'all' | number;
  readonly active: boolean;
  readonly disabled?: boolean;
}

function PickerRow({ id, label, note, active, disabled = false }: PickerRowProps) {
  return (
    <Combobox.Option value={String(id)} active={active} disabled={disabled} className={classes.option}>
      <span className={classes.box} data-checked={active || undefined} aria-hidden>
        {active && <IconCheck size={12} stroke={3} />}
      </span>
      {label}
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </Combobox.Option>
  );
}

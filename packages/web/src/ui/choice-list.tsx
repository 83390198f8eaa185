/** The dropdown of a picker, with its field. */
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Choice, toggle } from './choice.ts';
import classes from './choice-picker.module.css';
import { PickerField, type PickerFieldProps } from './picker-field.tsx';

export interface PickerOption {
  readonly id: number;
  readonly label: string;
  /** Options are grouped under this name. */
  readonly group?: string;
  /** A remark after the label. */
  readonly note?: string;
}

export interface ChoiceListProps {
  readonly label: string;
  readonly options: readonly PickerOption[];
  readonly value: Choice;
  readonly onChange: (choice: Choice) => void;
  /** Label of an option that selects every entry, loaded or not; without it there is none. */
  readonly allLabel?: string;
  /** Called each time the list opens. */
  readonly onOpen?: () => void;
  readonly field: PickerFieldProps;
}

/** Limit of rendered options; typing narrows a longer list. Each press draws them again. */
const DRAWN = 50;

export function ChoiceList(props: ChoiceListProps) {
  const { label, options, value, onChange, allLabel } = props;
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => {
      // Not `focusSearchInput`: before the list has its place, the focus would scroll the page to the top.
      setTimeout(() => combobox.searchRef.current?.focus({ preventScroll: true }));
      props.onOpen?.();
    },
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      // Not if the focus has already moved on, by Tab or a click elsewhere.
      if (combobox.searchRef.current === document.activeElement) combobox.focusTarget();
    },
  });
  // It is rendered by the press that opens it.
  const id = useId();
  const open = useRef(() => {
    // Otherwise the field has no aria-expanded and aria-controls until its next render.
    combobox.setListId(id);
    combobox.openDropdown();
  });
  useEffect(() => open.current(), []);

  const closeOnLeave = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (next !== null && !event.currentTarget.contains(next)) combobox.closeDropdown();
  };

  const matches = useMemo(() => {
    const words = search.trim().toLowerCase();
    if (words === '') return options;
    return options.filter(({ label: name, group = '' }) => `${name} ${group}`.toLowerCase().includes(words));
  }, [options, search]);
  const chosen = useMemo(() => new Set(value === 'all' ? [] : value), [value]);
  const showAll = allLabel !== undefined && search === '';
  // Enter picks the first match, also among options that load after the search was typed.
  const { selectFirstOption } = combobox;
  const firstMatch = matches[0]?.id;
  useEffect(() => {
    if (search !== '' && firstMatch !== undefined) selectFirstOption();
  }, [search, firstMatch, selectFirstOption]);

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
        <PickerField {...props.field} onClick={() => combobox.toggleDropdown()} />
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
          {[...Map.groupBy(matches.slice(0, DRAWN), ({ group = '' }) => group)].map(([group, entries]) => {
            const rows = entries.map((option) => (
              <PickerRow
                key={option.id}
                id={option.id}
                label={option.label}
                note={option.note}
                active={value === 'all' || chosen.has(option.id)}
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
          })}
          {matches.length === 0 && !showAll && <Combobox.Empty>No match</Combobox.Empty>}
          {matches.length > DRAWN && (
            <Combobox.Empty>{matches.length - DRAWN} more: type to narrow the list</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface PickerRowProps {
  readonly id: 'all' | number;
  readonly label: string;
  readonly note?: string | undefined;
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

/** A date to type or pick. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dateOf } from './day-text.ts';

interface DateFieldProps {
  readonly label: string;
  /** Shows the label inside, for a bar of fields without room above them: its width in pixels. */
  readonly inside?: number;
  /** `2026-11-21`; null is no date. */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** Reports only complete dates, not the intermediate ones while a year is typed. */
export function DateField({ label, inside, value, error, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="date"
      size="sm"
      {...(inside === undefined
        ? { label }
        : { 'aria-label': label, leftSection: label, leftSectionWidth: inside })}
      min="1900-01-01"
      max="2999-12-31"
      value={typed ?? value ?? ''}
      {...(error === undefined ? {} : { error })}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        const date = dateOf(text);
        setTyped(date === undefined && text !== '' ? text : null);
        if (date !== undefined || text === '') onChange(date ?? null);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

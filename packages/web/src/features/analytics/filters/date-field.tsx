/** A day to type or pick. It is passed on when it is a whole date: while a year is being typed it is none yet. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { dateOf } from './analytics-address.ts';

interface DateFieldProps {
  readonly label: string;
  /** `2026-11-21`; null is no day. */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (value: string | null) => void;
}

export function DateField({ label, value, error, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="date"
      size="sm"
      label={label}
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

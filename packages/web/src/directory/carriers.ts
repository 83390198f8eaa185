/** The carriers to choose from in filters. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { phonesQuery } from './use-directory.ts';

/** @param chosen a carrier from the URL, in any letter case */
export function useCarriers(chosen: string | undefined): {
  readonly names: string[];
  /** As spelled in `names`. */
  readonly chosen: string | undefined;
} {
  const { data } = useQuery(phonesQuery());
  return useMemo(() => {
    const inDirectory = (data ?? []).map(({ carrier }) => carrier);
    const names = carrierChoices(inDirectory, chosen);
    return { names, chosen: names.find((name) => name.toLowerCase() === chosen?.toLowerCase()) };
  }, [data, chosen]);
}

/** The carriers of the specification, then the others of the directory by name, without duplicates regardless of case. */
export function carrierChoices(inDirectory: readonly string[], chosen: string | undefined): string[] {
  const found = new Map(['AT&T', 'Verizon', 'T-Mobile'].map((name) => [name.toLowerCase(), name]));
  const others = [...inDirectory, ...(chosen === undefined ? [] : [chosen])];
  for (const name of others.filter((one) => one.trim() !== '').sort()) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
  }
  return [...found.values()];
}

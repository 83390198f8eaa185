/**
 * The values that a screen keeps in the URL's search parameters, so that a view can be bookmarked, shared and returned to. An invalid
 * parameter counts as absent, and a default is not written.
 */
import { isSearchText } from '@textprobe/domain/search-words';

/** Reads a parameter, which is null if it is absent. What it returns for null is the default. */
type Reader<T> = (parameter: string | null) => T;
type Readers = Readonly<Record<string, Reader<unknown>>>;

/** How a screen reads its values from the parameters, and changes some of them in a copy; parameters of others stay. */
export interface AddressCodec<Values, Changes> {
  readonly read: (search: URLSearchParams) => Values;
  readonly change: (search: URLSearchParams, changes: Changes) => URLSearchParams;
}

type ValuesOf<R extends Readers> = { readonly [Name in keyof R]: ReturnType<R[Name]> };
/** Null and undefined remove a value. */
type ChangesOf<R extends Readers> = { readonly [Name in keyof R]?: string | number | null | undefined };

interface Options<Name> {
  /** The values that any change removes unless it sets them itself, such as the page. */
  readonly resets?: readonly Name[];
  /** The parameters that are not named like their values. */
  readonly names?: { readonly [N in Name & string]?: string };
}

export function addressCodec<R extends Readers>(
  readers: R,
  { resets = [], names = {} }: Options<keyof R> = {},
): AddressCodec<ValuesOf<R>, ChangesOf<R>> {
  const parameters = Object.entries(readers).map(([name, read]) => ({
    name,
    read,
    key: names[name] ?? name,
  }));
  return {
    read: (search) =>
      Object.fromEntries(
        parameters.map(({ name, read, key }) => [name, read(search.get(key))]),
      ) as ValuesOf<R>,
    change(search, changes) {
      const next = new URLSearchParams(search);
      for (const { name, read, key } of parameters) {
        if (!(name in changes || resets.includes(name))) continue;
        const value = changes[name] ?? null;
        if (value === null || read(String(value)) === read(null)) next.delete(key);
        else next.set(key, String(value));
      }
      return next;
    },
  };
}

export function withDefault<T, const D>(read: Reader<T | undefined>, byDefault: D): Reader<T | D> {
  return (parameter) => read(parameter) ?? byDefault;
}

/** A number from 1, such as an id. */
export function positive(digits = 9): Reader<number | undefined> {
  return (parameter) =>
    parameter !== null && /^[1-9]\d*$/.test(parameter) && parameter.length <= digits
      ? Number(parameter)
      : undefined;
}

/** From 1, as far as the server counts. */
export const page = withDefault(positive(7), 1);

/** One of the values, in any case. */
export function oneOf<const T extends string>(values: readonly T[]): Reader<T | undefined> {
  return (parameter) => values.find((value) => value.toLowerCase() === parameter?.toLowerCase());
}

/** Any text but an empty one, at most as long as the server accepts. */
export function shortText(parameter: string | null): string | undefined {
  return parameter !== null && parameter.trim() !== '' && parameter.length <= 200 ? parameter : undefined;
}

/** The words of a search, as the server accepts them. */
export function searchText(parameter: string | null): string | undefined {
  const text = parameter?.trim() ?? '';
  return text !== '' && isSearchText(text) ? text : undefined;
}

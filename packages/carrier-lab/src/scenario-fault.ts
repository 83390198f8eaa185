/** Reading a scenario's JSON value by value: every fault is kept as a sentence that says where and what to write. */

/** A scenario that cannot be used; the message holds every fault, a line each. */
export class ScenarioError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
    this.faults = faults;
  }
}

/** One object of the file: its members are taken one by one, what was not taken at the end is a fault. */
export interface ObjectReader {
  /** Whether the member is there; counts as asking for it. */
  has(key: string): boolean;
  number(key: string, fallback: number, bounds: { min: number; max: number; whole?: boolean }): number;
  boolean(key: string, fallback: boolean): boolean;
  text(key: string, fallback: string): string;
  choice<Word extends string>(key: string, fallback: Word, words: readonly Word[]): Word;
  /** One word or a list of them. */
  choices<Word extends string>(
    key: string,
    fallback: readonly Word[],
    words: readonly Word[],
  ): readonly Word[];
  object(key: string): ObjectReader;
  list(key: string): ObjectReader[];
  keys(): string[];
  fault(key: string, sentence: string): void;
  /** Call last: tells the members nobody asked for. */
  finish(): void;
}

/** A reader of `value`, which stands at `path` of the file; faults are added to `faults`. */
export function readObject(value: unknown, path: string, faults: string[]): ObjectReader {
  const members = asObject(value);
  if (members === null) faults.push(`${path || 'The scenario'} is ${show(value)}; write an object.`);
  const source = members ?? {};
  const asked = new Set<string>();
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const fault = (key: string, sentence: string) => void faults.push(`${at(key)} ${sentence}`);

  function take<Value>(
    key: string,
    fallback: Value,
    fits: (value: unknown) => value is Value,
    wanted: string,
  ): Value {
    asked.add(key);
    const given = source[key];
    if (given === undefined) return fallback;
    if (fits(given)) return given;
    fault(key, `is ${show(given)}; write ${wanted}.`);
    return fallback;
  }

  return {
    has(key) {
      asked.add(key);
      return source[key] !== undefined;
    },
    number(key, fallback, { min, max, whole = false }) {
      const fits = (given: unknown): given is number =>
        typeof given === 'number' && given >= min && given <= max && (!whole || Number.isInteger(given));
      return take(key, fallback, fits, `a ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
    },
    boolean: (key, fallback) => take(key, fallback, (given) => typeof given === 'boolean', 'true or false'),
    text: (key, fallback) => take(key, fallback, (given) => typeof given === 'string', 'a text'),
    choice<Word extends string>(key: string, fallback: Word, words: readonly Word[]) {
      return take(
        key,
        fallback,
        (given): given is Word => words.includes(given as Word),
        `one of ${words.join(', ')}`,
      );
    },
    choices<Word extends string>(key: string, fallback: readonly Word[], words: readonly Word[]) {
      asked.add(key);
      const given = source[key];
      if (given === undefined) return fallback;
      const list: unknown[] = Array.isArray(given) ? given : [given];
      const fits = (word: unknown): word is Word => words.includes(word as Word);
      for (const word of list)
        if (!fits(word)) fault(key, `names ${show(word)}; write one of ${words.join(', ')}.`);
      return list.filter(fits);
    },
    object(key) {
      asked.add(key);
      return readObject(source[key] === undefined ? {} : source[key], at(key), faults);
    },
    list(key) {
      const given = take(key, [], (list) => Array.isArray(list), 'a list');
      return given.map((item: unknown, index: number) => readObject(item, `${at(key)}[${index}]`, faults));
    },
    keys: () => Object.keys(source),
    fault,
    finish() {
      const known = [...asked].join(', ');
      for (const key of Object.keys(source))
        if (!asked.has(key)) fault(key, `is not known here; known: ${known}.`);
    },
  };
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

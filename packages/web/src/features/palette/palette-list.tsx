/** The list of the palette: its entries in groups, and the keys that choose one. */
import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePhonesHealth } from '../../handsets/use-phones-health.ts';
import { counted } from '../../ui/counted.ts';
import { Keys } from '../../ui/keys.tsx';
import { type Entry, type Group, useOwnEntries } from './entries.ts';
import { foundGroups } from './found-entries.tsx';
import classes from './palette-list.module.css';
import { useFound } from './use-found.ts';

/** The keys of the list, for the hints below it. */
const KEY_HINTS = [
  { keys: ['↑', '↓'], does: 'Select' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['Esc'], does: 'Close' },
];

export interface PaletteListProps {
  readonly id: string;
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Whether Enter waits for an entry to open. */
  readonly isEntered: boolean;
  readonly onTaken: () => void;
  /** @param id the element of the active entry */
  readonly onActive: (id: string | null) => void;
  readonly onShow: (next: 'shortcuts' | null) => void;
  readonly onLogout: () => void;
}

export function PaletteList(props: PaletteListProps) {
  const { id, text, field, isEntered, onTaken, onActive, onShow, onLogout } = props;
  const navigate = useNavigate();
  const health = usePhonesHealth();
  const wanted = text.trim();
  const found = useFound(wanted);
  const own = useOwnEntries(wanted, { onShortcuts: () => onShow('shortcuts'), onLogout });
  const groups = [...own, ...foundGroups(wanted, found, health)].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const { active, setActive } = useActive(text, entries);

  const list = useRef<HTMLDivElement>(null);
  const activeKey = active?.key ?? null;
  useLayoutEffect(() => {
    const row = list.current?.querySelector('[aria-selected="true"]') ?? null;
    // Also the heading above the first entry.
    if (activeKey !== null && activeKey === entries[0]?.key) list.current?.scrollTo({ top: 0 });
    else row?.scrollIntoView({ block: 'nearest' });
    onActive(row?.id ?? null);
  });

  function take(entry: Entry) {
    onTaken();
    if (entry.stays !== true) {
      // At once, so that the focus is back before a question or a new screen takes it.
      field.current?.closest('dialog')?.close();
      onShow(null);
    }
    if (entry.to !== undefined) void navigate(entry.to);
    entry.run?.();
  }

  const enter = useEffectEvent(() => {
    if (active !== undefined) take(active);
    else if (!found.isSearching) onTaken();
  });
  useEffect(() => {
    if (isEntered) enter();
  });

  useMovingKeys(field, (key) => {
    const now = entries.findIndex((entry) => entry.key === activeKey);
    const next = nextIndex(key, now, entries.length);
    if (next !== null) setActive(entries[next]?.key ?? null);
    return next !== null;
  });

  return (
    <>
      {groups.length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label="Results" className={classes.list} tabIndex={-1}>
          {groups.map((group) => (
            <GroupRows
              key={group.name}
              id={id}
              group={group}
              activeKey={activeKey}
              onPoint={setActive}
              onTake={take}
            />
          ))}
        </div>
      )}
      <footer className={classes.foot}>
        <div role="status" className={classes.status}>
          {statusWords(wanted, found.isSearching, entries.length)}
        </div>
        <div className={classes.hints} aria-hidden>
          {(entries.length > 0 ? KEY_HINTS : KEY_HINTS.slice(-1)).map(({ keys, does }) => (
            <span key={does} className={classes.keyHint}>
              {keys.map((one) => (
                <Keys key={one} of={one} />
              ))}
              {does}
            </span>
          ))}
        </div>
      </footer>
    </>
  );
}

function statusWords(text: string, isSearching: boolean, count: number): string {
  if (text === '') return '';
  if (isSearching) return 'Searching...';
  return count === 0 ? `Nothing found for “${text}”.` : counted(count, 'result');
}

/** The active entry: the first one, until another is chosen for this text. It stays active while results are added. */
function useActive(text: string, entries: readonly Entry[]) {
  const [chosen, setChosen] = useState<{ readonly text: string; readonly key: string } | null>(null);
  const key = chosen?.text === text ? chosen.key : null;
  const active = entries.find((entry) => entry.key === key) ?? entries[0];
  return {
    active,
    setActive: (next: string | null) => setChosen(next === null ? null : { text, key: next }),
  };
}

/** @param move returns whether it handled the key */
function useMovingKeys(field: RefObject<HTMLInputElement | null>, move: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, isComposing, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (isComposing || ctrlKey || altKey || metaKey || shiftKey) return;
    if (move(key)) event.preventDefault();
  });
  useEffect(() => {
    const element = field.current;
    const press = (event: KeyboardEvent) => onKey(event);
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [field]);
}

/** @returns the index to select; null for a key that does not move, or nothing to move to */
function nextIndex(key: string, now: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (now + 1) % count;
  if (key === 'ArrowUp') return (now - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

interface GroupRowsProps {
  readonly id: string;
  readonly group: Group;
  readonly activeKey: string | null;
  readonly onPoint: (key: string) => void;
  readonly onTake: (entry: Entry) => void;
}

function GroupRows({ id, group, activeKey, onPoint, onTake }: GroupRowsProps) {
  const headingId = `${id}-${group.name.replaceAll(' ', '-')}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a group of options
    <div role="group" aria-labelledby={headingId} className={classes.group}>
      <div id={headingId} className={classes.heading}>
        {group.name}
      </div>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the field
        <div
          key={entry.key}
          id={`${id}-${entry.key.replaceAll(/[ /]/g, '-')}`}
          role="option"
          tabIndex={-1}
          aria-selected={entry.key === activeKey}
          className={classes.entry}
          // Not on pointerenter: scrolling moves the list under a resting pointer.
          onPointerMove={() => entry.key !== activeKey && onPoint(entry.key)}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(entry)}
        >
          <entry.icon size={18} stroke={1.7} aria-hidden />
          <span className={classes.words}>
            <span className={classes.label}>{entry.label}</span>{' '}
            {entry.detail !== undefined && <span className={classes.detail}>{entry.detail}</span>}
          </span>
          {entry.hint !== undefined && <span className={classes.hint}>{entry.hint}</span>}
          {entry.isOn === true && <IconCheck size={16} aria-label="In use" />}
          {entry.shortcut !== undefined && <Keys of={entry.shortcut} />}
        </div>
      ))}
    </div>
  );
}

/**
 * The command palette (Ctrl+K) and the list of keyboard shortcuts (?) on every screen of the console (OVERVIEW-2). The frame has just
 * the keys and the field, so that nothing typed is lost while the rest loads.
 */
import { useWindowEvent } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import {
  type ComponentType,
  type Dispatch,
  lazy,
  type SetStateAction,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { isMod } from '../../ui/keys.tsx';
import { Modal } from './modal.tsx';
import classes from './palette.module.css';

const PaletteList = lazy(orLoadFailure(async () => (await import('./palette-list.tsx')).PaletteList));
const ShortcutsSheet = lazy(
  orLoadFailure(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet),
);

/** Limit of the search calls. */
const LONGEST_TEXT = 200;

/** Which of the two is open. */
export type PaletteState = 'palette' | 'shortcuts' | null;

interface PaletteProps {
  readonly shown: PaletteState;
  readonly onShow: Dispatch<SetStateAction<PaletteState>>;
  readonly onLogout: () => void;
}

export function Palette({ shown, onShow, onLogout }: PaletteProps) {
  // In the capture phase, because open menus and pickers stop key events.
  useWindowEvent(
    'keydown',
    (event) => {
      const next = stateAfter(event, shown);
      if (next === undefined) return;
      event.preventDefault();
      if (!event.repeat) onShow(next);
    },
    { capture: true },
  );

  if (shown === null) return null;
  // The browser reports late that a dialog closed, perhaps after the other one opened.
  const close = () => onShow((now) => (now === shown ? null : now));
  return shown === 'palette' ? (
    <Modal key={shown} label="Search and commands" onClose={close}>
      <Search onShow={onShow} onLogout={onLogout} />
    </Modal>
  ) : (
    <Modal key={shown} label="Keyboard shortcuts" onClose={close}>
      <header className={classes.head}>
        <h2>Keyboard shortcuts</h2>
        <CloseButton onClick={close} isFirst />
      </header>
      <Suspense fallback={<p className={classes.waiting}>Loading...</p>}>
        <ShortcutsSheet />
      </Suspense>
    </Modal>
  );
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/** What a key opens or closes; undefined if it means nothing here. */
function stateAfter(event: KeyboardEvent, shown: PaletteState): PaletteState | undefined {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  // Another dialog is open.
  if (shown === null && document.querySelector('[aria-modal="true"]') !== null) return undefined;
  if (key.toLowerCase() === 'k' && isMod(event)) return shown === 'palette' ? null : 'palette';
  if (key !== '?' || ctrlKey || altKey || metaKey || shown !== null) return undefined;
  const isElsewhere = target instanceof Element && target.closest(`${FIELDS}, [role="dialog"]`) !== null;
  return isElsewhere ? undefined : 'shortcuts';
}

function Search({ onShow, onLogout }: Omit<PaletteProps, 'shown'>) {
  const [text, setText] = useState('');
  // Enter waits for the list.
  const [isEntered, setEntered] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          ref={field}
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search and commands"
          aria-autocomplete="list"
          aria-expanded={activeId !== null}
          aria-controls={activeId === null ? undefined : id}
          aria-activedescendant={activeId ?? undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={LONGEST_TEXT}
          placeholder="Search tests, phones, offices, screens…"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setEntered(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Otherwise Enter would also press the button that has the focus next.
            event.preventDefault();
            if (!event.repeat) setEntered(true);
          }}
        />
        <CloseButton onClick={() => onShow(null)} />
      </div>
      <Suspense fallback={<p className={classes.waiting}>Loading...</p>}>
        <PaletteList
          id={id}
          text={text}
          field={field}
          isEntered={isEntered}
          onTaken={() => setEntered(false)}
          onActive={setActiveId}
          onShow={onShow}
          onLogout={onLogout}
        />
      </Suspense>
    </>
  );
}

function CloseButton({ onClick, isFirst }: { onClick: () => void; isFirst?: boolean }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Close"
      data-autofocus={isFirst || undefined}
      onClick={onClick}
    >
      <IconX size={18} stroke={1.7} aria-hidden />
    </button>
  );
}

/** A part that fails to load says so in its place, and the screen keeps what is typed. */
function orLoadFailure<Props>(load: () => Promise<ComponentType<Props>>) {
  return async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error('Failed to load the palette', error);
      return { default: LoadFailure as ComponentType<Props> };
    }
  };
}

function LoadFailure() {
  return (
    <p className={classes.waiting} role="alert">
      This could not be loaded. Check the connection and reload the page.
    </p>
  );
}

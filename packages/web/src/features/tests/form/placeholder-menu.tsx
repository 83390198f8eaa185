/** The dropdown of placeholders on Update Test (UPDATE-3). */
import { Combobox, useCombobox } from '@mantine/core';
import { PLACEHOLDERS } from '@textprobe/domain/placeholders';
import form from '../../../ui/form.module.css';

export function PlaceholderMenu({ onPick }: { onPick: (token: string) => void }) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={220}
      withinPortal={false}
      keepMounted={false}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(token) => {
        combobox.closeDropdown();
        onPick(token);
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <button
          type="button"
          role="combobox"
          aria-label="Placeholder"
          className={form.chip}
          onClick={() => combobox.toggleDropdown()}
          onBlur={() => combobox.closeDropdown()}
        >
          Select placeholder...
          <Combobox.Chevron size="xs" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Placeholder">
          {PLACEHOLDERS.map(({ token, label }) => (
            <Combobox.Option key={token} value={token}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

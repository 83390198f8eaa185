/** The list of the keyboard shortcuts, by where they apply (OVERVIEW-2). */
import { Box, Group, Table } from '@mantine/core';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Keys } from '../../ui/keys.tsx';
import { SHORTCUTS } from './shortcuts.ts';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog title="Keyboard shortcuts" size={640} closeOnClickOutside onClose={onClose}>
      <Box style={{ columns: '2 240px', columnGap: 32 }}>
        {SHORTCUTS.map(({ where, shortcuts }) => (
          <Table
            key={where}
            captionSide="top"
            mb="sm"
            style={{ breakInside: 'avoid' }}
            styles={{ caption: { paddingInline: 8, fontWeight: 500, textAlign: 'start' } }}
            data={{
              caption: where,
              body: shortcuts.map(({ keys, does }) => [
                does,
                <Group key={does} gap={3} justify="end" wrap="nowrap">
                  {keys.map((one) => (
                    <Keys key={one} of={one} />
                  ))}
                </Group>,
              ]),
            }}
          />
        ))}
      </Box>
    </FormDialog>
  );
}

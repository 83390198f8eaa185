/** Takes the place of the pickers while a draft holds chosen pairs: what is sent, and a way back to the pickers (EVIDENCE-5). */
import { Button, List, Text } from '@mantine/core';
import { nameOrId, officeLabel, phoneLabel } from '../../../directory/labels.ts';
import { counted } from '../../../ui/counted.ts';
import { FormError } from '../../../ui/form-dialog.tsx';
import { FormSection } from './form-section.tsx';
import type { SectionProps } from './form-variant.ts';

/** Pairs listed by name; the rest are counted. */
const NAMED = 5;

export function PairsSection({ draft, recipients, errors, onChange }: SectionProps) {
  const { outgoing, chosen } = recipients;
  const named = draft.pairs.slice(0, NAMED);
  const more = draft.pairs.length - named.length;
  return (
    <FormSection id="pairs" title="Recipients">
      <Text c="dimmed" mb="sm">
        Only {draft.pairs.length === 1 ? 'this pair' : `these ${counted(draft.pairs.length, 'pair')}`} of
        office and phone: one message each.
      </Text>
      <List mb="sm">
        {named.map(({ officeID, phoneID }, index) => {
          const [office, phone] = outgoing.at(index);
          return (
            <List.Item key={`${officeID} ${phoneID}`}>
              {office === undefined
                ? nameOrId('Office', officeID, chosen.offices.names)
                : officeLabel(office)}{' '}
              → {phone === undefined ? nameOrId('Phone', phoneID, chosen.phones.names) : phoneLabel(phone)}
            </List.Item>
          );
        })}
        {more > 0 && <List.Item>and {counted(more, 'more pair')}</List.Item>}
      </List>
      <FormError>{errors.pairs}</FormError>
      <Button
        mt="xs"
        variant="default"
        size="compact-sm"
        onClick={() => onChange((now) => ({ ...now, pairs: [] }), 'pairs', 'officeIDs', 'phoneIDs')}
      >
        Choose offices and phones instead
      </Button>
    </FormSection>
  );
}

/** Takes the place of the pickers while a draft holds chosen pairs: what is sent, and a way back to the pickers (EVIDENCE-5). */
import { Button } from '@mantine/core';
import { nameOrId, officeLabel, phoneLabel } from '../../../directory/labels.ts';
import { counted } from '../../../ui/counted.ts';
import classes from '../../../ui/form.module.css';
import type { SectionProps } from './form-variant.ts';

/** Pairs listed by name; the rest are counted. */
const NAMED = 5;

export function PairsSection({ draft, recipients, errors, onChange }: SectionProps) {
  const { outgoing, chosen } = recipients;
  const named = draft.pairs.slice(0, NAMED);
  const more = draft.pairs.length - named.length;
  return (
    <section className={classes.section} aria-labelledby="pairs">
      <h2 id="pairs">Recipients</h2>
      <p className={classes.hint}>
        Only {draft.pairs.length === 1 ? 'this pair' : `these ${counted(draft.pairs.length, 'pair')}`} of
        office and phone: one message each.
      </p>
      <ul className={classes.pairs}>
        {named.map(({ officeID, phoneID }, index) => {
          const [office, phone] = outgoing.at(index);
          return (
            <li key={`${officeID} ${phoneID}`}>
              {office === undefined
                ? nameOrId('Office', officeID, chosen.offices.names)
                : officeLabel(office)}{' '}
              → {phone === undefined ? nameOrId('Phone', phoneID, chosen.phones.names) : phoneLabel(phone)}
            </li>
          );
        })}
        {more > 0 && <li>and {counted(more, 'more pair')}</li>}
      </ul>
      {errors.pairs !== undefined && (
        <p role="alert" className={classes.error}>
          {errors.pairs}
        </p>
      )}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onChange((now) => ({ ...now, pairs: [] }), 'pairs', 'officeIDs', 'phoneIDs')}
      >
        Choose offices and phones instead
      </Button>
    </section>
  );
}

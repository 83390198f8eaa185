/** The steps on the phone, in its app or at its provider, with the values to copy. */
import type { PhoneSettings } from '@textprobe/contract/pairings';
import { CopyValues } from './copy-value.tsx';
import classes from './setup-list.module.css';
import { setupSteps } from './setup-steps.ts';

export function SetupList({ settings }: { readonly settings: PhoneSettings }) {
  return (
    <ol className={classes.list}>
      {setupSteps(settings).map(({ words, values, link }) => (
        <li key={words}>
          <p>
            {words}
            {link !== undefined && (
              <>
                {' '}
                <a href={link.to} target="_blank" rel="noreferrer">
                  {link.label}
                </a>
              </>
            )}
          </p>
          {values !== undefined && <CopyValues values={values} />}
        </li>
      ))}
    </ol>
  );
}

/** A value with a button that copies it. Plain elements, for the page without the component library too. */
import { COPY_FAILED, useCopy } from '../../ui/use-copy.ts';
import classes from './copy-value.module.css';

interface CopyValueProps {
  readonly label: string;
  readonly value: string;
}

export function CopyValues({ values }: { readonly values: readonly CopyValueProps[] }) {
  return (
    <dl className={classes.values}>
      {values.map((one) => (
        <CopyValue key={one.label} {...one} />
      ))}
    </dl>
  );
}

function CopyValue({ label, value }: CopyValueProps) {
  const { copied, copy } = useCopy(label, value);
  const words = copied === 'yes' ? 'Copied' : 'Copy';
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <button type="button" aria-label={`${words}: ${label}`} onClick={() => void copy()}>
          <span aria-live="polite">{words}</span>
        </button>
      </dd>
      {copied === 'failed' && (
        <dd role="alert" className={classes.failed}>
          {COPY_FAILED}
        </dd>
      )}
    </div>
  );
}

/** The mark: a message with a pulse in it. */
export function Logo({ size = 28, label = 'Textprobe' }: { size?: number; label?: string }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" role="img" aria-label={label}>
      <rect width="32" height="32" rx="8" className="logo-ground" />
      <g fill="none" className="logo-lines" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 9.5A2.5 2.5 0 0 1 10.500 7h11A2.500 2.500 0 0 1 24 9.500v8a2.500 2.500 0 0 1-2.500 2.500H15l-4.300 4.100c-.6.6-1.700.2-1.700-.7V20A2.500 2.500 0 0 1 8 17.500z" />
        <path d="M11.500 13.700h2l1.600-3 2 6 1.500-3h2" />
      </g>
    </svg>
  );
}

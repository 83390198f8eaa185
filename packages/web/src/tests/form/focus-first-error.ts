/** After a refusal: puts the focus into the first field that the server named, where there is something to do. */
export function focusFirstError(): void {
  document.querySelector<HTMLElement>('form [aria-invalid="true"]:not(:disabled)')?.focus();
}

// Focuses an invalid field and scrolls it into view, even if it already has the focus or its section is closed.
import type { FormErrors } from '@mantine/form';

export function revealField(field: HTMLElement | null | undefined) {
  if (!field) return;
  field.closest('details')?.setAttribute('open', '');
  field.focus({ preventScroll: true });
  // Wait until its error message is rendered.
  requestAnimationFrame(() => {
    (field.closest('.mantine-InputWrapper-root') ?? field).scrollIntoView({ block: 'nearest' });
  });
}

/** Reveals the first invalid field in page order. Returns false if none is on the page. */
export function revealFirstError(form: { getInputNode: (path: string) => HTMLElement | null }, errors: FormErrors) {
  const isBefore = (one: Node, other: Node) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const [first] = Object.keys(errors)
    .flatMap((path) => form.getInputNode(path) ?? [])
    .sort((one, other) => (isBefore(one, other) ? -1 : 1));
  revealField(first);
  return first !== undefined;
}

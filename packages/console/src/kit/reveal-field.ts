// Focuses an invalid field and scrolls it and its error into view, even if it already has the focus or its section is
// closed.
import type { FormErrors } from '@mantine/form';

const errorOf = (field: HTMLElement) =>
  (field.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id))
    .find((element) => element?.matches('.mantine-InputWrapper-error'));

export function revealField(field: HTMLElement | null | undefined) {
  if (!field) return;
  field.closest('details')?.setAttribute('open', '');
  field.focus({ preventScroll: true });
  const show = () => {
    (field.closest('.mantine-InputWrapper-root') ?? field).scrollIntoView({ block: 'nearest' });
    errorOf(field)?.scrollIntoView({ block: 'nearest' });
  };
  // In the next frame, its error message is rendered; in the one after it, the save bar is measured.
  requestAnimationFrame(() => requestAnimationFrame(show));
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

// Whether fields below an element contain input. Search fields don't count.
import { type FocusEvent, type FormEvent, useMemo } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
const isChoice = (target: EventTarget) =>
  target instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(target.type);
const isSearch = (target: EventTarget) =>
  target instanceof Element && target.closest('search, [role="search"], [type="search"]') !== null;

export function useFilledFields() {
  return useMemo(() => {
    /** Values of the fields when they were first focused. */
    const before = new Map<Field, string>();
    let isChosen = false;
    return {
      isFilled: () => isChosen || [...before].some(([field, value]) => field.isConnected && field.value !== value),
      listeners: {
        onFocusCapture: ({ target }: FocusEvent) => {
          if (isField(target) && !isChoice(target) && !isSearch(target) && !before.has(target))
            before.set(target, target.value);
        },
        onInputCapture: ({ target }: FormEvent) => {
          // Checkboxes, selects and editors don't expose their previous value.
          if ((isChoice(target) || !isField(target)) && !isSearch(target)) isChosen = true;
        },
      },
    };
  }, []);
}

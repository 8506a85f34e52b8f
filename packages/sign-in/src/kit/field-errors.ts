// Errors of a form's fields. A new object is a new submit attempt, unless it only lacks some of the previous errors.
import { type RefObject, useEffect, useRef } from 'react';

export type FieldErrors = Readonly<Record<string, unknown>>;

/** Without the error of a field that is being changed. */
export const withoutError = <Errors extends FieldErrors>(errors: Errors, key: string): Errors => {
  const { [key]: error, ...others } = errors;
  return error ? (others as Errors) : errors;
};

const isPartOf = (errors: FieldErrors, before: FieldErrors): boolean => {
  const left = Object.entries(errors);
  return left.length < Object.keys(before).length && left.every(([name, error]) => before[name] === error);
};

/** Focuses the first invalid field after a submit attempt, but not while errors disappear as the user types. */
export const useErrorFocus = (form: RefObject<HTMLFormElement | null>, errors: FieldErrors) => {
  const shown = useRef(errors);
  useEffect(() => {
    const before = shown.current;
    shown.current = errors;
    if (isPartOf(errors, before)) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors, form]);
};

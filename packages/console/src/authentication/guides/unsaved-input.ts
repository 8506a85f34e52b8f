// Marks forms of a guide with unsaved input, so that the frame around them asks before it closes.

/** Attributes of a form with unsaved input. */
export const unsavedInput = { 'data-unsaved': true } as const;

export const hasUnsavedInput = () => document.querySelector('[data-unsaved]') !== null;

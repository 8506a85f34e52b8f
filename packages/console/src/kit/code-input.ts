// Attributes of inputs for URLs, IDs and code, which browsers must not complete, correct or capitalize.
export const codeInput = { dir: 'ltr', autoCapitalize: 'off', autoComplete: 'off', spellCheck: false } as const;

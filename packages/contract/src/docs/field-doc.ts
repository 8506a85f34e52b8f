// The documentation of one field: a sentence, and an example if one generated from the type would be meaningless.
export type FieldDoc = string | { text: string; example: unknown };

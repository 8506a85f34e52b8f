// Algorithms that ID tokens can be signed with. Without a schema, since the console needs them as values.
export const idTokenAlgorithms = ['RS256', 'ES256', 'ES384', 'ES512'] as const;
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number];

// Fills the placeholders of a guide with the values of the tenant, one for each of its domains.
export type GuideValues = Readonly<Record<string, readonly string[]>>;

/** On a line of its own, each value gets a line; within a text they are listed. Other placeholders stay. */
export const fillGuide = (markdown: string, values: GuideValues): string =>
  markdown.replace(/^( *)\{\{(\w+)\}\}$|\{\{(\w+)\}\}/gm, (whole, indent: string, alone?: string, within = '') => {
    if (alone !== undefined) return values[alone]?.map((value) => `${indent}${value}`).join('\n') ?? whole;
    return values[within]?.join(', ') ?? whole;
  });

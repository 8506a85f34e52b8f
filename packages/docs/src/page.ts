// A documentation page without its layout.
export type Page = {
  /** The path below `/docs`; empty for the first page. */
  slug: string;
  title: string;
  /** English HTML. `{{base}}` and `{{endpoint}}` are filled in when it is served. */
  content: string;
  /** Its entries in the search index. */
  entries: { title: string; text: string; anchor?: string }[];
};

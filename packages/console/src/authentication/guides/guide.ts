// The format of a compiled guide, shared by the compiler, the view and the tests.

export type UriField = 'redirectUris' | 'postLogoutRedirectUris' | 'corsAllowedOrigins';

export type Inline = string | { kind: 'code' | 'strong'; text: string } | { kind: 'link'; text: string; href: string };

/** A highlighted range of code: start, end and what it is. */
export type Mark = [start: number, end: number, shade: 'comment' | 'text' | 'word'];

export type Block =
  | { kind: 'paragraph' | 'notice'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  /** A project file: complete, or only the part that changes. */
  | { kind: 'file'; language: string; file: string; part: boolean; code: string; marks: Mark[] }
  /** Commands: `run` ends by itself, `start` keeps running until stopped, `example` is an alternative. */
  | { kind: 'terminal'; role: 'run' | 'start' | 'example'; code: string; marks: Mark[] }
  /** npm packages with versions. */
  | { kind: 'install'; packages: string[]; dev: boolean }
  | { kind: 'uri-input'; field: UriField; suggestion: string }
  | { kind: 'credentials' };

export type Step = { title: string; blocks: Block[] };
export type Guide = { steps: Step[] };

/** The step after which the application works; every application guide has one of them. */
export const runTitles: readonly string[] = ['Run and test', 'Call the API'];

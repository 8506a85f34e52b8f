// What a compiled guide is made of. The compiler writes it, the view shows it, and the tests run it.

export type UriField = 'redirectUris' | 'postLogoutRedirectUris';

export type Inline = string | { kind: 'code' | 'strong'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'paragraph' | 'notice'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  /** A file of the project: whole, or the part of it that changes. */
  | { kind: 'file'; language: string; file: string; part: boolean; code: string }
  /** Commands. Those to `run` end by themselves, one to `start` goes on until it is stopped, others are alternatives. */
  | { kind: 'terminal'; role: 'run' | 'start' | 'example'; code: string }
  /** Packages of the npm registry, with versions. */
  | { kind: 'install'; packages: string[]; dev: boolean }
  | { kind: 'uri-input'; field: UriField; suggestion: string }
  | { kind: 'credentials' };

export type Step = { title: string; blocks: Block[] };
export type Guide = { steps: Step[] };

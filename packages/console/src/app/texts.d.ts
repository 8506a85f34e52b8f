// The module made by texts-plugin.ts.
declare module 'virtual:texts' {
  type Loaders<Module> = { [name: string]: (() => Promise<Module>) | undefined };
  /** By language; each has general phrases and loaders for the files of features and errors. */
  export const loaders: Loaders<{ general: object; loaders: Loaders<{ default: object }> }>;
}
